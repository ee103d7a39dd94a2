import type { DrugForm } from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";

/** A medicine that is often prescribed, by what doctors type for it. */
export interface KnownMedicine {
  readonly generic: string;
  /** What it comes as where nothing else is typed. */
  readonly form: DrugForm;
  /** Short for the generic name. */
  readonly shorts: readonly string[];
  /** Names under which it is sold: those stay as they are typed. */
  readonly brands: readonly string[];
  /** In what its strength is counted where only a number is typed; milligrams without it. */
  readonly unit?: string;
}

function of(
  form: DrugForm,
  generic: string,
  shorts: string,
  brands: string,
  unit?: string,
): KnownMedicine {
  const words = (text: string) => (text === "" ? [] : text.split(", "));
  const counted = unit === undefined ? {} : { unit };
  return { generic, form, shorts: words(shorts), brands: words(brands), ...counted };
}

/**
 * So that warnings of an allergy, which go by the generic name, hold for what was typed in short or as a brand. A name that
 * is not here is taken as it is typed.
 */
const knownMedicines: readonly KnownMedicine[] = [
  of("tablet", "Paracetamol", "para, pcm", "calpol, crocin, dolo, pacimol"),
  of("tablet", "Ibuprofen", "ibu", "brufen"),
  of("tablet", "Ibuprofen and paracetamol", "", "combiflam"),
  of("syrup", "Ibuprofen", "", "ibugesic"),
  of("tablet", "Diclofenac", "diclo", "voveran"),
  of("tablet", "Aceclofenac", "aceclo", "zerodol, hifenac"),
  of("tablet", "Aspirin", "", "ecosprin, disprin"),
  of("capsule", "Tramadol", "", "contramal"),
  of("capsule", "Amoxicillin", "amox, amoxy, amoxycillin", "mox, novamox"),
  of("tablet", "Amoxicillin and clavulanic acid", "amoxyclav, coamoxiclav", "augmentin, moxikind"),
  of("tablet", "Azithromycin", "azithro", "azee, azithral"),
  of("tablet", "Cefixime", "", "zifi, taxim-o"),
  of("tablet", "Cefuroxime", "", "ceftum"),
  of("injection", "Ceftriaxone", "", "monocef"),
  of("tablet", "Ciprofloxacin", "cipro", "ciplox, cifran"),
  of("tablet", "Ofloxacin", "oflox", "zanocin"),
  of("tablet", "Levofloxacin", "levoflox", "levoday"),
  of("capsule", "Doxycycline", "doxy", "doxt"),
  of("tablet", "Metronidazole", "metro", "flagyl, metrogyl"),
  of("tablet", "Sulfamethoxazole and trimethoprim", "cotrimoxazole, cotrim", "septran, bactrim"),
  of("tablet", "Nitrofurantoin", "", "niftran"),
  of("tablet", "Fluconazole", "", "forcan"),
  of("tablet", "Albendazole", "", "zentel"),
  of("tablet", "Pantoprazole", "panto", "pan, pantocid"),
  of("capsule", "Omeprazole", "", "omez"),
  of("tablet", "Rabeprazole", "", "razo"),
  of("tablet", "Ranitidine", "", "rantac, zinetac"),
  of("tablet", "Domperidone", "", "domstal"),
  of("tablet", "Ondansetron", "", "emeset, vomikind"),
  of("tablet", "Dicyclomine", "", ""),
  of("tablet", "Dicyclomine and paracetamol", "", "cyclopam"),
  of("tablet", "Loperamide", "", "imodium"),
  of("powder", "Oral rehydration salts", "ors", "electral"),
  of("tablet", "Zinc sulphate", "zinc", ""),
  of("tablet", "Cetirizine", "", "cetzine, okacet, alerid"),
  of("tablet", "Levocetirizine", "", "levocet, xyzal"),
  of("tablet", "Fexofenadine", "", "allegra"),
  of("tablet", "Montelukast", "", "montair"),
  of("tablet", "Prednisolone", "pred", "wysolone, omnacortil"),
  of("inhaler", "Salbutamol", "", "asthalin", "mcg"),
  of("inhaler", "Budesonide", "", "budecort", "mcg"),
  of("tablet", "Metformin", "", "glycomet, glyciphage"),
  of("tablet", "Glimepiride", "", "amaryl"),
  of("tablet", "Amlodipine", "amlo", "amlong, stamlo"),
  of("tablet", "Telmisartan", "telmi", "telma"),
  of("tablet", "Losartan", "", "losar"),
  of("tablet", "Enalapril", "", "envas"),
  of("tablet", "Atenolol", "", "aten"),
  of("tablet", "Metoprolol", "", "metolar"),
  of("tablet", "Furosemide", "frusemide", "lasix"),
  of("tablet", "Atorvastatin", "atorva", "atorlip"),
  of("tablet", "Rosuvastatin", "rosuva", "rosuvas"),
  of("tablet", "Clopidogrel", "", "clopilet"),
  of("tablet", "Levothyroxine", "thyroxine", "thyronorm, eltroxin", "mcg"),
  of("tablet", "Folic acid", "", "folvite"),
  of("tablet", "Alprazolam", "", "alprax"),
  of("tablet", "Escitalopram", "", "nexito"),
  of("capsule", "Pregabalin", "", "pregeb"),
];

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** What a medicine is called, and what is known of it. */
export interface MedicineName {
  readonly name: string;
  readonly generic: string;
  readonly known: KnownMedicine | null;
}

/** What is meant by a name as it is typed: only as a whole, for "Pan D" is another medicine than "Pan". */
export function namedMedicine(typed: string): MedicineName {
  const words = typed.trim().toLowerCase();
  const known = knownMedicines.find(
    ({ generic, shorts, brands }) =>
      generic.toLowerCase() === words || shorts.includes(words) || brands.includes(words),
  );
  const written = capital(typed.trim());
  if (known === undefined) return { name: written, generic: written, known: null };
  const name = known.brands.includes(words) ? written : known.generic;
  return { name, generic: known.generic, known };
}
