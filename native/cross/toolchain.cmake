# Any target that the clang of the `ziglang` wheel knows; `make cross` uses it.
#
# Given: SAPPER_ZIG, the path of its program, and SAPPER_TARGET, in zig's words
# (x86_64-windows-gnu). zig brings the C and C++ libraries of every target, so that
# nothing else has to be installed.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SAPPER_ZIG SAPPER_TARGET)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR "${SAPPER_TARGET}")
if(SAPPER_TARGET MATCHES "-linux")
  set(CMAKE_SYSTEM_NAME Linux)
else()
  # Not Darwin or Windows: CMake would look for their own SDKs.
  set(CMAKE_SYSTEM_NAME Generic)
endif()
if(SAPPER_TARGET MATCHES "-windows")
  set(CMAKE_EXECUTABLE_SUFFIX .exe)
endif()
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_COMPILER "${SAPPER_ZIG}" c++)
set(CMAKE_CXX_COMPILER_TARGET "${SAPPER_TARGET}")
set(CMAKE_CXX_ARCHIVE_CREATE "\"${SAPPER_ZIG}\" ar qcD <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
