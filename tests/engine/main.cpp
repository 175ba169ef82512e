// Runs every registered test, or those whose name contains the first argument.
#include <cstdio>
#include <exception>
#include <string>

#include "check.hpp"

int main(int argc, char** argv) {
    std::string wanted = argc > 1 ? argv[1] : "";
    int passed = 0, failed = 0;
    for (const check::Test& test : check::tests()) {
        if (test.name.find(wanted) == std::string::npos) continue;
        int before = check::failures();
        try {
            test.body();
        } catch (const std::exception& error) {
            check::fail(test.name.c_str(), 0, std::string("unexpected exception: ") + error.what());
        }
        bool good = check::failures() == before;
        if (!good) std::printf("FAILED %s\n", test.name.c_str());
        ++(good ? passed : failed);
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0 ? 1 : 0;
}
