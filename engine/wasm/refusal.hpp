// Refusals of texts and files of other programs. JavaScript words them, so they are answers, not errors.
#pragma once

#include "formats/refusal.hpp"
#include "wasm/stream.hpp"

namespace sapper::wasm {

// A record: name of the error, code and values of the sentence, and the place.
void write_refusal(const formats::Refusal& refusal, Writer& out);

// What `make` writes, or `{refused}` where it refuses.
template <class Make>
void answer_or_refuse(Writer& out, Make make) {
    try {
        make();
    } catch (const formats::Refusal& refusal) {
        out.clear();
        out.record().key("refused");
        write_refusal(refusal, out);
        out.end();
    }
}

}  // namespace sapper::wasm
