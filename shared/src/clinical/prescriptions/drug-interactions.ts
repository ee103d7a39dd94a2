import type { InteractionEffect } from "./prescription-parts.contract.ts";

// Medicines that are not given together. The fifteen pairs of classes on which the panel of the Office of the National
// Coordinator for Health IT agreed as warnings that every electronic record should give: Phansalkar et al., "High-priority
// drug-drug interactions for use in electronic health records", J Am Med Inform Assoc 2012;19:735-743,
// doi:10.1136/amiajnl-2011-000612. What is taken over are the facts, which medicines and what comes of them, said in words
// of our own. Members stand under their international names and those of older Indian papers (pethidine for meperidine);
// of medicines that prolong the QT interval it names none, so here are those whose product information warns of torsade
// de pointes in its boxed or first warnings. A list to be warned by, not one to rely on: what is not on it may be as bad.

const monoamineOxidaseInhibitors =
  "tranylcypromine phenelzine isocarboxazid procarbazine selegiline rasagiline moclobamide";
const proteaseInhibitors =
  "ritonavir nelfinavir atazanavir indinavir saquinavir amprenavir fosamprenavir darunavir lopinavir tipranavir";
const strongInhibitors = `${proteaseInhibitors} clarithromycin erythromycin telithromycin ketoconazole itraconazole voriconazole posaconazole nefazodone`;
const qtProlonging =
  "amiodarone sotalol dofetilide quinidine procainamide disopyramide ibutilide haloperidol pimozide thioridazine droperidol methadone cisapride domperidone halofantrine chloroquine pentamidine arsenic moxifloxacin erythromycin clarithromycin";

interface DeclaredInteraction {
  /** Words of generic names, with spaces between them. */
  readonly one: string;
  readonly other: string;
  readonly effect: InteractionEffect;
  readonly severity: "contraindicated" | "major";
}

const declared: readonly DeclaredInteraction[] = [
  {
    one: "amphetamine amfetamine dexamphetamine dextroamphetamine lisdexamfetamine methamphetamine methylphenidate dexmethylphenidate benzphetamine diethylpropion phendimetrazine phentermine pseudoephedrine atomoxetine",
    other: monoamineOxidaseInhibitors,
    effect: "blood_pressure_crisis",
    severity: "contraindicated",
  },
  {
    one: "atazanavir",
    other: "omeprazole esomeprazole lansoprazole dexlansoprazole pantoprazole rabeprazole",
    effect: "loses_effect",
    severity: "contraindicated",
  },
  {
    one: "febuxostat",
    other: "azathioprine mercaptopurine",
    effect: "bone_marrow",
    severity: "contraindicated",
  },
  {
    one: "fluoxetine paroxetine citalopram escitalopram sertraline fluvoxamine duloxetine venlafaxine desvenlafaxine milnacipran nefazodone",
    other: `${monoamineOxidaseInhibitors} linezolid methylene methylthioninium`,
    effect: "serotonin_excess",
    severity: "contraindicated",
  },
  { one: "irinotecan", other: strongInhibitors, effect: "toxicity", severity: "contraindicated" },
  {
    one: "pethidine meperidine methadone tapentadol tramadol fentanyl dextromethorphan",
    other: monoamineOxidaseInhibitors,
    effect: "serotonin_excess",
    severity: "contraindicated",
  },
  {
    one: "amitriptyline nortriptyline imipramine desipramine clomipramine doxepin dosulepin dothiepin trimipramine protriptyline amoxapine",
    other: monoamineOxidaseInhibitors,
    effect: "serotonin_excess",
    severity: "contraindicated",
  },
  // Much of this is given under watch, which the reason then says.
  { one: qtProlonging, other: qtProlonging, effect: "heart_rhythm", severity: "major" },
  {
    one: "ramelteon",
    other: "fluvoxamine ciprofloxacin amiodarone ticlopidine",
    effect: "deep_sedation",
    severity: "contraindicated",
  },
  {
    one: proteaseInhibitors,
    other: "rifampicin rifampin rifapentine carbamazepine bosentan johns",
    effect: "loses_effect",
    severity: "contraindicated",
  },
  {
    one: "simvastatin lovastatin",
    other: strongInhibitors,
    effect: "muscle_damage",
    severity: "contraindicated",
  },
  {
    one: "ergotamine dihydroergotamine ergometrine ergonovine methylergometrine methylergonovine",
    other: strongInhibitors,
    effect: "vessel_spasm",
    severity: "contraindicated",
  },
  {
    one: "tizanidine",
    other: "ciprofloxacin fluvoxamine mexiletine propafenone zileuton amiodarone ticlopidine",
    effect: "deep_sedation",
    severity: "contraindicated",
  },
  {
    one: "tranylcypromine",
    other: "procarbazine",
    effect: "blood_pressure_crisis",
    severity: "contraindicated",
  },
  {
    one: "sumatriptan zolmitriptan rizatriptan",
    other: `${monoamineOxidaseInhibitors} methylene methylthioninium`,
    effect: "serotonin_excess",
    severity: "contraindicated",
  },
];

/** Two classes of medicines that are not given together, by the words of their members' generic names. */
interface Interaction {
  readonly one: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
  readonly effect: InteractionEffect;
  readonly severity: DeclaredInteraction["severity"];
}

/** Medicines that are not given together. */
const interactions: readonly Interaction[] = declared.map(({ one, other, effect, severity }) => ({
  one: new Set(one.split(" ")),
  other: new Set(other.split(" ")),
  effect,
  severity,
}));

const listed: ReadonlySet<string> = new Set(
  interactions.flatMap(({ one, other }) => [...one, ...other]),
);

/** The words of a medicine's generic names that the list knows; of most there is none. */
export function interactingNames(words: readonly string[]): readonly string[] {
  return words.filter((word) => listed.has(word));
}

/** What two medicines do to each other, by the words of their generic names; null where the list has nothing. */
export function interactionOf(
  left: readonly string[],
  right: readonly string[],
): Interaction | null {
  if (left.length === 0 || right.length === 0) return null;
  const first = left.filter((word) => !right.includes(word));
  const second = right.filter((word) => !left.includes(word));
  const isIn = (words: readonly string[], members: ReadonlySet<string>) =>
    words.some((word) => members.has(word));
  const found = interactions.find(
    ({ one, other }) =>
      (isIn(first, one) && isIn(second, other)) || (isIn(second, one) && isIn(first, other)),
  );
  return found ?? null;
}
