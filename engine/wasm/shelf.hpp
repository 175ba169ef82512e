// Things that JavaScript holds by a number: shapes, analyses, layouts and games. JavaScript names those it no longer
// needs; it can make every one of them again.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace sapper::wasm {

template <class Thing>
class Shelf {
  public:
    std::uint32_t keep(std::unique_ptr<Thing> thing) {
        for (std::uint32_t place = 0; place < things_.size(); ++place)
            if (!things_[place]) {
                things_[place] = std::move(thing);
                return place;
            }
        things_.push_back(std::move(thing));
        return static_cast<std::uint32_t>(things_.size() - 1);
    }

    Thing& at(std::uint32_t place) {
        if (place >= things_.size() || !things_[place]) throw InputError("the engine holds no such thing");
        return *things_[place];
    }

    void drop(std::uint32_t place) {
        at(place);
        things_[place].reset();
    }

  private:
    std::vector<std::unique_ptr<Thing>> things_;
};

}  // namespace sapper::wasm
