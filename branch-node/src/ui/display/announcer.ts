import { useEffect, useRef, useState } from "react";
import type { Language } from "#ui/i18n/language-names.ts";
import type { Call } from "#ui/wire/display-state.ts";
import type { Spoken } from "./board-speech.ts";
import { newCalls } from "./calls.ts";
import { spokenCall } from "./spoken-call.ts";

const notes = [659.25, 523.25] as const;
const noteSeconds = 0.35;

function chime(audio: AudioContext): void {
  notes.forEach((frequency, index) => {
    const start = audio.currentTime + index * noteSeconds;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.35, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteSeconds * 2);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + noteSeconds * 2);
  });
}

const voices: Readonly<Record<Language, readonly string[]>> = {
  en: ["en-IN"],
  hi: ["hi-IN"],
  ur: ["ur-PK", "ur-IN"],
};

// A voice that this device lacks would be replaced by one that reads Hindi as noise, so it stays silent.
function speak(text: string, language: Language): void {
  const voice = speechSynthesis
    .getVoices()
    .find(({ lang }) => voices[language].includes(lang.replace("_", "-")));
  if (voice === undefined) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.rate = 0.85;
  speechSynthesis.speak(utterance);
}

function announce(call: Call, audio: AudioContext, speech: readonly Spoken[]): void {
  chime(audio);
  if (!("speechSynthesis" in globalThis)) return;
  for (const spoken of speech) speak(spokenCall(call, spoken), spoken.language);
}

/** Chimes and speaks each new call, once somebody has allowed sound: browsers are silent until a person presses. */
export function useAnnouncer(calls: readonly Call[] | null, speech: readonly Spoken[]) {
  const audio = useRef<AudioContext | null>(null);
  const [hasSound, setSound] = useState(false);
  const before = useRef<readonly Call[] | null>(null);

  useEffect(() => {
    if (calls === null) return;
    const fresh = before.current === null ? [] : newCalls(before.current, calls);
    before.current = calls;
    const context = audio.current;
    if (context !== null && hasSound) for (const call of fresh) announce(call, context, speech);
  }, [calls, hasSound, speech]);

  function toggle(): void {
    audio.current ??= new AudioContext();
    void audio.current.resume();
    setSound(!hasSound);
  }

  return { hasSound, toggle };
}
