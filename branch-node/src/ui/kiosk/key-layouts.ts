/** A key of the kiosk's own keyboard. */
export interface Key {
  /** What it types, or what it does. */
  readonly kind: "letter" | "delete" | "space" | "script";
  readonly text: string;
}

/** What can be typed on the kiosk's own keyboard. */
export type KeyLayout = "latin" | "devanagari" | "urdu" | "account";

function letters(row: string): readonly Key[] {
  return row.split(" ").map((text) => ({ kind: "letter", text }));
}

const remove: Key = { kind: "delete", text: "⌫" };
const space: Key = { kind: "space", text: " " };
const script: Key = { kind: "script", text: "" };

const nameEnd = [
  script,
  { kind: "letter", text: "." },
  space,
  { kind: "letter", text: "'" },
] as const;

/** The rows of keys, by what is typed. */
export const keyLayouts: Readonly<Record<KeyLayout, readonly (readonly Key[])[]>> = {
  latin: [
    letters("q w e r t y u i o p"),
    letters("a s d f g h j k l"),
    [...letters("z x c v b n m"), remove],
    [...nameEnd, { kind: "letter", text: "-" }],
  ],
  // Vowels, their signs, and the consonants in the order in which they are learnt.
  devanagari: [
    letters("अ आ इ ई उ ऊ ऋ ए ऐ ओ औ"),
    letters("ा ि ी ु ू ृ े ै ो ौ ं"),
    letters("क ख ग घ ङ च छ ज झ ञ ँ"),
    letters("ट ठ ड ढ ण त थ द ध न ्"),
    letters("प फ ब भ म य र ल व ः ़"),
    [...letters("श ष स ह ळ क्ष ज्ञ श्र"), remove],
    [...nameEnd],
  ],
  // In the order in which they are learnt, from right to left.
  urdu: [
    letters("ا آ ب پ ت ٹ ث ج چ ح خ"),
    letters("د ڈ ذ ر ڑ ز ژ س ش ص ض"),
    letters("ط ظ ع غ ف ق ک گ ل م ن"),
    [...letters("ں و ؤ ہ ھ ۃ ء ئ ی ے"), remove],
    [...nameEnd],
  ],
  account: [
    letters("1 2 3 4 5 6 7 8 9 0"),
    letters("q w e r t y u i o p"),
    letters("a s d f g h j k l"),
    [...letters("z x c v b n m"), remove],
    letters("- _ . @"),
  ],
};

/** What a text becomes by a key. @param isName whether each word begins with a capital */
export function typeKey(text: string, key: Key, isName: boolean): string {
  switch (key.kind) {
    case "delete":
      return Array.from(text).slice(0, -1).join("");
    case "space":
      return text === "" || text.endsWith(" ") ? text : `${text} `;
    case "letter":
      return text + (isName && beginsWord(text) ? key.text.toUpperCase() : key.text);
    case "script":
      return text;
  }
}

/** Whether the next letter is the first one of a word. */
export function beginsWord(text: string): boolean {
  return /(?:^|[\s.-])$/u.test(text);
}
