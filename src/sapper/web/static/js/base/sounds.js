/** Short sounds, made by oscillators. They are off unless the player switches them on. */

import { settings } from "./settings.js";

/** @typedef {"reveal" | "open" | "flag" | "lost" | "won"} Sound */

/**
 * The tones of each sound: frequency in hertz, start and length in seconds.
 * @type {Record<Sound, [number, number, number][]>}
 */
const TONES = {
  reveal: [[520, 0, 0.05]],
  open: [
    [420, 0, 0.06],
    [630, 0.05, 0.09],
  ],
  flag: [[300, 0, 0.06]],
  lost: [
    [170, 0, 0.18],
    [90, 0.12, 0.35],
  ],
  won: [
    [523, 0, 0.12],
    [659, 0.1, 0.12],
    [784, 0.2, 0.3],
  ],
};
const LOUDNESS = 0.08;

/** @type {AudioContext | null} made at the first sound, because browsers allow sound only after a gesture */
let audio = null;

/** @param {Sound} sound */
export function playSound(sound) {
  if (!settings.value.sounds) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, start, length] of TONES[sound]) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(LOUDNESS, begin);
    loudness.gain.exponentialRampToValueAtTime(0.0001, begin + length); // a tone that stops at once clicks
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
