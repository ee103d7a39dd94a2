/** A sound of a word being read: `schwa` is the vowel that a consonant carries when nothing else is written. */
interface Sound {
  readonly kind: "consonant" | "vowel" | "schwa" | "nasal";
  readonly text: string;
}

/**
 * The nine Indic blocks of Unicode follow one plan: the same letter stands at the same place in each, 0x80 apart.
 * These lists are that plan, from the first place of each kind of letter.
 */
const firstVowel = 0x05;
const vowels = "a a i i u u ri li e e e ai o o o au".split(" ");
const firstConsonant = 0x15;
const consonants =
  "k kh g gh ng ch chh j jh ny t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h".split(
    " ",
  );
const firstVowelSign = 0x3e;
const vowelSigns = "a i i u u ri ri e e e ai o o o au".split(" ");
const candrabindu = 0x01;
const anusvara = 0x02;
const nukta = 0x3c;
const virama = 0x4d;
const om = 0x50;
const firstDigit = 0x66;

/** Letters outside the plan. Those of the second list carry no vowel. */
const ownConsonants: Readonly<Record<string, string>> = { ৰ: "r", ৱ: "v", ੜ: "r", ୟ: "y", ୱ: "v" };
const bareConsonants: Readonly<Record<string, string>> = {
  ৎ: "t",
  "\u0d7a": "n",
  "\u0d7b": "n",
  "\u0d7c": "r",
  "\u0d7d": "l",
  "\u0d7e": "l",
  "\u0d7f": "k",
};
const tippi = "\u0a70";
/** What a dot below makes of a consonant. */
const dotted: Readonly<Record<string, string>> = { j: "z", ph: "f", d: "r", dh: "rh", s: "sh" };

const tamil = 0x0b80;
const firstSouthern = 0x0b80;
/** Bengali and Oriya read the letter ya as ja, unless it is joined or dotted. */
const jaReaders: ReadonlySet<number> = new Set([0x0980, 0x0b00]);

function consonantAt(block: number, place: number, isJoined: boolean): string | undefined {
  const plain = consonants[place - firstConsonant];
  if (plain === "y" && jaReaders.has(block) && !isJoined) return "j";
  // Tamil has one dental stop, written th in Latin; its t is the retroflex one.
  return block === tamil && place === 0x24 ? "th" : plain;
}

function addDot(sounds: Sound[], block: number): void {
  const letter = sounds.at(-2);
  if (letter?.kind !== "consonant") return;
  const isYa = jaReaders.has(block) && letter.text === "j";
  sounds.splice(-2, 1, {
    kind: "consonant",
    text: isYa ? "y" : (dotted[letter.text] ?? letter.text),
  });
}

function dropSchwa(sounds: Sound[]): void {
  if (sounds.at(-1)?.kind === "schwa") sounds.pop();
}

function addMark(sounds: Sound[], character: string, place: number, block: number): void {
  if (place === virama) dropSchwa(sounds);
  else if (place === nukta) addDot(sounds, block);
  else if (place === anusvara || place === candrabindu || character === tippi) {
    sounds.push({ kind: "nasal", text: "n" });
  }
}

/** Reads one more character of a word into its sounds. */
function addCharacter(sounds: Sound[], character: string): void {
  const place = character.charCodeAt(0) % 0x80;
  const block = character.charCodeAt(0) - place;
  const isJoined = sounds.at(-1)?.kind === "consonant";
  const consonant = ownConsonants[character] ?? consonantAt(block, place, isJoined);
  const bare = bareConsonants[character];
  const sign = vowelSigns[place - firstVowelSign];
  const vowel = vowels[place - firstVowel] ?? (place === om ? "om" : undefined);
  if (consonant !== undefined)
    sounds.push({ kind: "consonant", text: consonant }, { kind: "schwa", text: "a" });
  else if (bare !== undefined) sounds.push({ kind: "consonant", text: bare });
  else if (sign !== undefined) {
    dropSchwa(sounds);
    sounds.push({ kind: "vowel", text: sign });
  } else if (vowel !== undefined) sounds.push({ kind: "vowel", text: vowel });
  else addMark(sounds, character, place, block);
}

const isVowel = (sound: Sound | undefined) => sound?.kind === "vowel" || sound?.kind === "schwa";

/** The nasal sign takes its sound from what follows: Sampat, Singh, Anand; at the end of a southern word it is m. */
function resolveNasal(sound: Sound, next: Sound | undefined, isSouthern: boolean): Sound {
  if (sound.kind !== "nasal") return sound;
  if (next === undefined) return { kind: "consonant", text: isSouthern ? "m" : "n" };
  if (/^[pbmf]/u.test(next.text)) return { kind: "consonant", text: "m" };
  return { kind: "consonant", text: next.text === "h" ? "ng" : "n" };
}

/** After a joined consonant such as in Mishra, Krishna or Surya the last schwa is written in Latin; in Anand or Parth it is not. */
function keepsLastSchwa(sounds: readonly Sound[]): boolean {
  const [before, last] = [sounds.at(-3), sounds.at(-2)];
  const isOnlyVowel = sounds.filter(isVowel).length === 1;
  return isOnlyVowel || (before?.kind === "consonant" && /^[rylvnm]/u.test(last?.text ?? ""));
}

/** Whether what follows, given backwards, begins C-V or C-r-V. */
function beginsSyllable(following: readonly Sound[]): boolean {
  const [first, second, third] = [following.at(-1), following.at(-2), following.at(-3)];
  if (first?.kind !== "consonant") return false;
  return isVowel(second) || (/^[rly]$/u.test(second?.text ?? "") && isVowel(third));
}

/** Northern languages do not speak every schwa: not at the end, and not between V-C and C-V (raj-kumar, not raja-kumar). */
function dropSilentSchwas(sounds: readonly Sound[]): readonly Sound[] {
  const isSilentEnd = sounds.at(-1)?.kind === "schwa" && !keepsLastSchwa(sounds);
  const written = isSilentEnd ? sounds.slice(0, -1) : sounds;
  const backwards: Sound[] = [];
  for (let index = written.length - 1; index >= 0; index -= 1) {
    const sound = written[index];
    if (sound === undefined) break;
    const closesSyllable = written[index - 1]?.kind === "consonant" && isVowel(written[index - 2]);
    const isSilent = sound.kind === "schwa" && closesSyllable && beginsSyllable(backwards);
    if (!isSilent) backwards.push(sound);
  }
  return backwards.toReversed();
}

const betweenVowels: Readonly<Record<string, string>> = { k: "g", t: "d", p: "b", ch: "s" };
const afterNasal: Readonly<Record<string, string>> = { k: "g", t: "d", th: "d", p: "b", ch: "j" };

/** Tamil writes k and g, t and d, p and b, ch and s alike; the place in the word distinguishes them. */
function voiceTamil(sound: Sound, previous: Sound | undefined, next: Sound | undefined): string {
  if (sound.kind !== "consonant") return sound.text;
  if (previous === undefined) return sound.text === "ch" && isVowel(next) ? "s" : sound.text;
  if (/^(?:n|ng|ny|m)$/u.test(previous.text)) return afterNasal[sound.text] ?? sound.text;
  return isVowel(previous) && isVowel(next)
    ? (betweenVowels[sound.text] ?? sound.text)
    : sound.text;
}

/** In the north ज्ञ is spoken gy (Pragya); the velar and palatal nasals are a plain n before a stop of their own kind. */
function joinLetters(latin: string, isSouthern: boolean): string {
  return latin
    .replaceAll("jny", isSouthern ? "jn" : "gy")
    .replaceAll(/ng(?=[kg])/gu, "n")
    .replaceAll(/ny(?=ch|j)/gu, "n");
}

function transliterateWord(word: string): string {
  const code = word.charCodeAt(0);
  const block = code - (code % 0x80);
  const isSouthern = block >= firstSouthern;
  const written: Sound[] = [];
  for (const character of word) addCharacter(written, character);
  const read = written.map((sound, index) => resolveNasal(sound, written[index + 1], isSouthern));
  const spoken = isSouthern ? read : dropSilentSchwas(read);
  const letters = spoken.map((sound, index) =>
    block === tamil ? voiceTamil(sound, spoken[index - 1], spoken[index + 1]) : sound.text,
  );
  return joinLetters(letters.join(""), isSouthern);
}

/**
 * Indic text in Latin letters, as names are commonly spelled (लक्ष्मी is lakshmi, முருகன் is murugan); all other text as it was.
 * Scripts: Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam. The result cannot be turned back.
 */
export function transliterateIndic(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u200c\u200d]/gu, "")
    .replaceAll(/[\u0964\u0965]/gu, " ")
    .replaceAll(/[\u0900-\u0d7f]/gu, (character) => {
      const digit = (character.charCodeAt(0) % 0x80) - firstDigit;
      return digit >= 0 && digit <= 9 ? String(digit) : character;
    })
    .replaceAll(/[\u0900-\u0d7f]+/gu, transliterateWord);
}
