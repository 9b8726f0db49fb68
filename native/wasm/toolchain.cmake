# WebAssembly with the clang of the `ziglang` wheel; `make wasm` uses it.
#
# Given: SAPPER_ZIG, the path of its program. zig is compiler, archiver and linker
# in one, so that nothing else has to be installed.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SAPPER_ZIG)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_COMPILER "${SAPPER_ZIG}" c++)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_ARCHIVE_CREATE "\"${SAPPER_ZIG}\" ar qcD <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
