// Notation, .mine text, MBF boards and problems.
#include "check.h"
#include "game/errors.h"
#include "game/formats.h"
#include "game/problems.h"

using namespace sapper;

namespace {

template <class Read>
std::string message_of(Read&& read) {
    try {
        read();
    } catch (const NotationError& error) {
        return error.what();
    }
    return "no error";
}

void test_notation_reads_and_prints_back() {
    const char* const texts[] = {"..1./..2./11../.... 3", ". 0", "F*0/678 12", "0/1/2 0"};
    for (const char* text : texts) CHECK_EQ(format_position(parse_position(text).view()), text);
    CHECK_EQ(format_position(parse_position("?#.\n012\n 4 \n").view()), ".../012 4");
    CHECK_EQ(format_position(parse_position("?./11 / .. 2").view()), "../11/.. 2");
}

void test_notation_errors_quote_the_text() {
    CHECK_EQ(message_of([] { parse_position("..../....1/.... 3"); }),
             "expected 3 rows of 4 cells, got 5 cells in row 2: '..../....1/.... 3'");
    CHECK_EQ(message_of([] { parse_position("../.. x"); }),
             "expected rows of cells, a space and the number of mines, got '../.. x'");
    for (const char* text :
         {"", " ", "/", "/ 1", "1", ".. -1", "..// 3", "a 1", ".. 9999999999999999999"}) {
        CHECK(message_of([text] { parse_position(text); }) != "no error");
    }
}

void test_mine_text_reads_and_prints_back() {
    const Position position = parse_mine_text("4x2x3\r\n01H8\r\nFM?H\r\n");
    CHECK_EQ(format_position(position.view()), "01.8/F**. 3");
    CHECK_EQ(format_mine_text(position.view()), "4x2x3\n01H8\nFMMH\n");
    for (const char* text :
         {"", "4x2", "4x2x3", "0x0x0", "4x2x3\n01H8", "2x1x1\nH.", "99999x99999x1\n"}) {
        CHECK(message_of([text] { parse_mine_text(text); }) != "no error");
    }
}

void test_mbf_reads_and_prints_back() {
    const std::string bytes("\x1e\x10\x00\x02\x02\x00\x01\x01", 8);
    const LayoutData layout = parse_mbf(bytes);
    CHECK_EQ(layout.columns, 30);
    CHECK_EQ(layout.rows, 16);
    CHECK((layout.mines == std::vector<Cell>{2, 31}));
    CHECK(format_mbf(layout) == bytes);
    const std::string bad[] = {"",
                               std::string("\x03\x03\x00", 3),
                               std::string("\x00\x03\x00\x00", 4),
                               std::string("\x03\x03\x00\x01", 4),
                               std::string("\x03\x03\x00\x01\x03\x00", 6),
                               std::string("\x03\x03\x00\x02\x01\x01\x01\x01", 8)};
    for (const std::string& data : bad) {
        CHECK(message_of([&] { parse_mbf(data); }) != "no error");
    }
    CHECK(message_of([] { format_mbf({256, 1, {}}); }) != "no error");
}

void test_problems_name_all_that_is_wrong() {
    const Position position = parse_position("4.1/.FF/..0 1");
    const auto problems = find_problems(position.view());
    CHECK_EQ(problems.size(), 4U);
    CHECK(problems[0].kind == ProblemKind::clue_too_high && problems[0].cell == 0);
    CHECK(problems[1].kind == ProblemKind::clue_too_low && problems[1].cell == 2);
    CHECK(problems[2].kind == ProblemKind::clue_too_low && problems[2].cell == 8);
    CHECK(problems[3].kind == ProblemKind::too_many_marks);
    CHECK(find_problems(parse_position("..1./..2./11../.... 3").view()).empty());
}

void test_quotes_escape_and_cut() {
    CHECK_EQ(quote("a\n'\x01"), "'a\\n\\x27\\x01'");
    CHECK_EQ(quote("abcdef", 3), "'abc…'");
}

}  // namespace

int main() {
    test_notation_reads_and_prints_back();
    test_notation_errors_quote_the_text();
    test_mine_text_reads_and_prints_back();
    test_mbf_reads_and_prints_back();
    test_problems_name_all_that_is_wrong();
    test_quotes_escape_and_cut();
}
