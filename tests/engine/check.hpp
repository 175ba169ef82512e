// A small test registry. TEST(name) { ... } registers a test by being linked in; CHECK and CHECK_THROWS record a
// failure with its place and continue, so that one run shows all failures.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace check {

struct Test {
    std::string name;
    void (*body)();
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

inline void fail(const char* file, int line, const std::string& what) {
    std::printf("%s:%d: %s\n", file, line, what.c_str());
    ++failures();
}

}  // namespace check

#define TEST(name)                                                    \
    static void test_##name();                                        \
    static const check::Register register_##name{#name, test_##name}; \
    static void test_##name()

#define CHECK(...)                                                                  \
    do {                                                                            \
        if (!(__VA_ARGS__)) check::fail(__FILE__, __LINE__, "CHECK " #__VA_ARGS__); \
    } while (false)

#define CHECK_THROWS(type, ...)                                                          \
    do {                                                                                 \
        bool thrown = false;                                                             \
        try {                                                                            \
            (void)(__VA_ARGS__);                                                         \
        } catch (const type&) {                                                          \
            thrown = true;                                                               \
        }                                                                                \
        if (!thrown) check::fail(__FILE__, __LINE__, "no " #type " from " #__VA_ARGS__); \
    } while (false)
