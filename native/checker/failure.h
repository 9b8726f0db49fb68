// What a check throws where a claim does not hold.
#pragma once

#include <string>

namespace sapper::checker {

struct Failure {
    std::string problem;
};

}  // namespace sapper::checker
