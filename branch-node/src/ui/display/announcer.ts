import { useEffect, useRef, useState } from "react";
import { en } from "#ui/i18n/en.ts";
import { hi } from "#ui/i18n/hi.ts";
import { roomText } from "#ui/wire/room-text.ts";
import { newCalls, spokenToken, type Call } from "./calls.ts";

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

function sentence(
  call: Call,
  catalog: Readonly<Record<"board.room" | "board.spoken" | "board.spokenRoom", string>>,
): string {
  const token = spokenToken(call.token_code);
  if (call.room === null) return catalog["board.spoken"].replace("{token}", token);
  const room = roomText(call.room, catalog["board.room"]);
  return catalog["board.spokenRoom"].replace("{token}", token).replace("{room}", () => room);
}

// A voice that this device lacks would be replaced by one that reads Hindi as noise, so it stays silent.
function speak(text: string, language: string): void {
  const voice = speechSynthesis.getVoices().find(({ lang }) => lang.replace("_", "-") === language);
  if (voice === undefined) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = language;
  utterance.rate = 0.85;
  speechSynthesis.speak(utterance);
}

function announce(call: Call, audio: AudioContext): void {
  chime(audio);
  if (!("speechSynthesis" in globalThis)) return;
  speak(sentence(call, en), "en-IN");
  speak(sentence(call, hi), "hi-IN");
}

/** Chimes and speaks each new call, once somebody has allowed sound: browsers are silent until a person presses. */
export function useAnnouncer(calls: readonly Call[] | null) {
  const audio = useRef<AudioContext | null>(null);
  const [hasSound, setSound] = useState(false);
  const before = useRef<readonly Call[] | null>(null);

  useEffect(() => {
    if (calls === null) return;
    const fresh = before.current === null ? [] : newCalls(before.current, calls);
    before.current = calls;
    const context = audio.current;
    if (context !== null && hasSound) for (const call of fresh) announce(call, context);
  }, [calls, hasSound]);

  function toggle(): void {
    audio.current ??= new AudioContext();
    void audio.current.resume();
    setSound(!hasSound);
  }

  return { hasSound, toggle };
}
