import { taxedPrice } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import { addDays } from "@edgeward/shared/kernel/zones.ts";
import { createChance } from "./chance.ts";

/** A medicine of the demo: what it is, in what it is counted, its schedule, strengths, and the price of one of the first. */
type Medicine = readonly [
  name: string,
  unit: "tablet" | "capsule" | "ml" | "vial",
  schedule: "otc" | "g" | "h" | "h1",
  strengths: readonly string[],
  price: number,
];

const medicines: readonly Medicine[] = [
  ["Paracetamol", "tablet", "otc", ["500 mg", "650 mg"], 150],
  ["Ibuprofen", "tablet", "otc", ["200 mg", "400 mg"], 180],
  ["Cetirizine", "tablet", "otc", ["5 mg", "10 mg"], 220],
  ["Levocetirizine", "tablet", "h", ["5 mg"], 380],
  ["Amoxicillin", "capsule", "h", ["250 mg", "500 mg"], 640],
  ["Amoxicillin + Clavulanic acid", "tablet", "h", ["375 mg", "625 mg"], 1_950],
  ["Azithromycin", "tablet", "h", ["250 mg", "500 mg"], 1_180],
  ["Cefixime", "tablet", "h1", ["100 mg", "200 mg"], 890],
  ["Ciprofloxacin", "tablet", "h", ["250 mg", "500 mg"], 410],
  ["Levofloxacin", "tablet", "h1", ["500 mg", "750 mg"], 920],
  ["Doxycycline", "capsule", "h", ["100 mg"], 350],
  ["Metronidazole", "tablet", "h", ["200 mg", "400 mg"], 130],
  ["Ondansetron", "tablet", "h", ["4 mg", "8 mg"], 520],
  ["Domperidone", "tablet", "h", ["10 mg"], 290],
  ["Pantoprazole", "tablet", "h", ["20 mg", "40 mg"], 780],
  ["Omeprazole", "capsule", "h", ["20 mg"], 460],
  ["Ranitidine", "tablet", "h", ["150 mg", "300 mg"], 90],
  ["Metformin", "tablet", "g", ["500 mg", "850 mg", "1000 mg"], 190],
  ["Glimepiride", "tablet", "g", ["1 mg", "2 mg", "4 mg"], 470],
  ["Sitagliptin", "tablet", "g", ["50 mg", "100 mg"], 1_650],
  ["Amlodipine", "tablet", "h", ["2.5 mg", "5 mg", "10 mg"], 260],
  ["Telmisartan", "tablet", "h", ["20 mg", "40 mg", "80 mg"], 640],
  ["Losartan", "tablet", "h", ["25 mg", "50 mg"], 580],
  ["Enalapril", "tablet", "h", ["2.5 mg", "5 mg"], 310],
  ["Atenolol", "tablet", "h", ["25 mg", "50 mg"], 240],
  ["Metoprolol", "tablet", "h", ["25 mg", "50 mg"], 490],
  ["Atorvastatin", "tablet", "h", ["10 mg", "20 mg", "40 mg"], 850],
  ["Rosuvastatin", "tablet", "h", ["5 mg", "10 mg", "20 mg"], 1_240],
  ["Aspirin", "tablet", "h", ["75 mg", "150 mg"], 60],
  ["Clopidogrel", "tablet", "h", ["75 mg"], 670],
  ["Furosemide", "tablet", "h", ["40 mg"], 110],
  ["Spironolactone", "tablet", "h", ["25 mg", "50 mg"], 390],
  ["Levothyroxine", "tablet", "h", ["25 mcg", "50 mcg", "100 mcg"], 210],
  ["Prednisolone", "tablet", "h", ["5 mg", "10 mg", "20 mg"], 170],
  ["Montelukast", "tablet", "h", ["4 mg", "10 mg"], 1_120],
  ["Salbutamol syrup", "ml", "h", ["2 mg/5 ml"], 45],
  ["Paracetamol syrup", "ml", "otc", ["120 mg/5 ml", "250 mg/5 ml"], 55],
  ["Oral rehydration solution", "ml", "otc", ["200 ml"], 15],
  ["Folic acid", "tablet", "otc", ["5 mg"], 140],
  ["Ferrous ascorbate", "tablet", "otc", ["100 mg"], 880],
  ["Calcium carbonate + Vitamin D3", "tablet", "otc", ["500 mg"], 620],
  ["Cholecalciferol", "capsule", "otc", ["60000 IU"], 3_100],
  ["Diclofenac", "tablet", "h", ["50 mg"], 210],
  ["Aceclofenac", "tablet", "h", ["100 mg"], 430],
  ["Tramadol", "capsule", "h1", ["50 mg"], 760],
  ["Gabapentin", "capsule", "h", ["100 mg", "300 mg"], 1_080],
  ["Amitriptyline", "tablet", "h", ["10 mg", "25 mg"], 230],
  ["Escitalopram", "tablet", "h", ["5 mg", "10 mg"], 690],
  ["Albendazole", "tablet", "h", ["400 mg"], 940],
  ["Hydroxychloroquine", "tablet", "h", ["200 mg"], 720],
  ["Ceftriaxone injection", "vial", "h1", ["500 mg", "1 g"], 5_400],
  ["Ondansetron injection", "vial", "h", ["4 mg/2 ml"], 1_300],
  ["Pantoprazole injection", "vial", "h", ["40 mg"], 4_600],
  ["Insulin, human regular", "vial", "g", ["40 IU/ml"], 14_800],
  ["Insulin glargine", "vial", "g", ["100 IU/ml"], 62_000],
  ["Tetanus toxoid", "vial", "h", ["0.5 ml"], 1_900],
];

const consumables = [
  ["Surgical gloves", ["size 6.5", "size 7", "size 7.5", "size 8"], 4_200],
  ["Examination gloves", ["small", "medium", "large"], 900],
  ["Gauze swabs", ["5 cm", "7.5 cm", "10 cm"], 650],
  ["Cotton bandage", ["5 cm", "7.5 cm", "10 cm", "15 cm"], 1_400],
  ["Crepe bandage", ["8 cm", "10 cm", "15 cm"], 11_500],
  ["Adhesive tape", ["1.25 cm", "2.5 cm", "5 cm"], 5_800],
  ["Syringe", ["2 ml", "5 ml", "10 ml", "20 ml", "50 ml"], 700],
  ["Hypodermic needle", ["21 G", "22 G", "23 G", "24 G", "26 G"], 250],
  ["Intravenous cannula", ["18 G", "20 G", "22 G", "24 G"], 8_900],
  ["Scalp vein set", ["21 G", "23 G"], 2_600],
  ["Infusion set", ["macro drip", "micro drip"], 6_400],
  ["Foley catheter", ["14 Fr", "16 Fr", "18 Fr"], 14_500],
  ["Suction catheter", ["8 Fr", "12 Fr", "14 Fr"], 4_700],
  ["Nasogastric tube", ["12 Fr", "14 Fr", "16 Fr"], 6_900],
  ["Endotracheal tube", ["6.5", "7.0", "7.5", "8.0"], 21_000],
  ["Suture, silk", ["2-0", "3-0", "4-0"], 9_800],
  ["Suture, polyglactin", ["1-0", "2-0", "3-0"], 34_000],
  ["Surgical blade", ["no. 11", "no. 15", "no. 22"], 1_100],
  ["Face mask", ["three-ply", "N95"], 350],
  ["Plaster of Paris bandage", ["10 cm", "15 cm"], 8_200],
  ["Urine collection bag", ["2 l"], 7_300],
  ["Oxygen mask", ["adult", "child"], 12_400],
  ["Nebuliser mask", ["adult", "child"], 13_600],
  ["Blood collection tube", ["EDTA", "gel", "citrate", "fluoride"], 850],
  ["Sharps container", ["5 l"], 18_500],
  ["Alcohol swab", ["single"], 120],
  ["Povidone iodine solution", ["100 ml", "500 ml"], 9_600],
  ["Hand rub", ["100 ml", "500 ml"], 11_200],
  ["Elastic stockings", ["medium", "large"], 38_000],
  ["Arm sling", ["medium", "large"], 16_500],
  ["Cervical collar", ["soft", "hard"], 27_500],
  ["Three-way stopcock", ["single"], 3_100],
] as const;

const reagents = [
  ["Glucose reagent", ["2 x 200 ml"], 96_000],
  ["Creatinine reagent", ["2 x 100 ml"], 84_000],
  ["Urea reagent", ["2 x 100 ml"], 79_000],
  ["Haematology diluent", ["20 l"], 240_000],
  ["Urine test strips", ["10 parameters"], 1_200],
  ["Pregnancy test", ["cassette"], 2_400],
  ["Dengue NS1 test", ["cassette"], 21_000],
  ["Malaria antigen test", ["cassette"], 9_500],
] as const;

const charged = [
  ["Consultation", 50_000],
  ["Follow-up visit", 30_000],
  ["Dressing, small", 15_000],
  ["Dressing, large", 35_000],
  ["Injection", 8_000],
  ["Nebulisation", 18_000],
  ["Electrocardiogram", 30_000],
  ["Suturing", 90_000],
  ["Plaster, upper limb", 140_000],
  ["Plaster, lower limb", 220_000],
] as const;

/** An item of the demo. */
export interface DemoItem {
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly kind: "drug" | "consumable" | "reagent" | "service";
  readonly schedule: string;
  readonly price_minor: number;
  readonly reorder_level: number | "";
}

function codeOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}

const mostItems = 200;

function itemOf(name: string, rest: Omit<DemoItem, "code" | "name">): DemoItem {
  return { code: codeOf(name), name, ...rest };
}

/** What the clinics of the demo buy, keep and charge for. */
export const demoItems: readonly DemoItem[] = [
  ...medicines.flatMap(([name, unit, schedule, strengths, price]) =>
    strengths.map((strength, nth) =>
      itemOf(`${name} ${strength}`, {
        unit,
        kind: "drug",
        schedule,
        price_minor: Math.round(price * (1 + nth * 0.6)),
        reorder_level: unit === "vial" ? 10 : 100,
      }),
    ),
  ),
  ...charged.map(([name, price_minor]) =>
    itemOf(name, { unit: "each", kind: "service", schedule: "", price_minor, reorder_level: "" }),
  ),
  ...reagents.flatMap(([name, kinds, price_minor]) =>
    kinds.map((kind) =>
      itemOf(`${name} ${kind}`, {
        unit: "box",
        kind: "reagent",
        schedule: "",
        price_minor,
        reorder_level: 2,
      }),
    ),
  ),
  ...consumables.flatMap(([name, kinds, price_minor]) =>
    kinds.map((kind) =>
      itemOf(`${name} ${kind}`, {
        unit: "each",
        kind: "consumable",
        schedule: "",
        price_minor,
        reorder_level: 20,
      }),
    ),
  ),
].slice(0, mostItems);

/** The items as rows of a CSV, as the list of items takes them in. */
export function itemsCsv(): string {
  const columns = [
    "code",
    "name",
    "unit",
    "kind",
    "schedule",
    "price_minor",
    "reorder_level",
  ] as const;
  const rows = demoItems.map((item) => columns.map((name) => `"${item[name]}"`).join(","));
  return [columns.join(","), ...rows].join("\n");
}

/** Of whom the clinics buy. */
export const demoSuppliers = [
  {
    code: "sahyadri",
    name: "Sahyadri Pharma Distributors",
    contact_name: "R. Kulkarni",
    terms: 30,
  },
  { code: "krishna", name: "Krishna Medicals", contact_name: "A. Shah", terms: 15 },
  { code: "deccan", name: "Deccan Surgicals", contact_name: "M. Pawar", terms: 45 },
  { code: "prayog", name: "Prayog Diagnostics", contact_name: "S. Iyer", terms: 30 },
] as const;

/** What a batch of an item costs, what may be asked for it at the most, and its tax. */
interface DemoPrices {
  readonly mrp_minor: number;
  readonly cost_minor: number;
  readonly gst_rate_bp: number;
}

function pricesOf({ kind, price_minor: price }: DemoItem): DemoPrices {
  const gst_rate_bp = kind === "drug" ? 500 : 1_200;
  // An MRP has the tax in it.
  const mrp_minor = Math.ceil(taxedPrice(price, gst_rate_bp) * 1.05);
  return { mrp_minor, cost_minor: Math.round(price * 0.7), gst_rate_bp };
}

/** A batch of an item. */
export interface DemoBatch extends DemoPrices {
  readonly item: DemoItem;
  readonly batch_no: string;
  /** Null for what never expires. */
  readonly expiry_date: string | null;
  readonly quantity: number;
  readonly supplier: (typeof demoSuppliers)[number]["code"];
  readonly isRecalled: boolean;
  readonly isOnShelf: boolean;
}

function supplierOf({ kind }: DemoItem, nth: number): DemoBatch["supplier"] {
  if (kind === "reagent") return "prayog";
  if (kind === "consumable") return "deccan";
  return nth % 2 === 0 ? "sahyadri" : "krishna";
}

/** The batches of a branch: every item has one, some have two; some have expired by a day, or soon will, or are recalled. */
export function demoBatches(seed: number, today: string): readonly DemoBatch[] {
  const chance = createChance(seed);
  return demoItems
    .filter(({ kind }) => kind !== "service")
    .flatMap((item, nth) => {
      const days = nth % 25 === 7 ? -chance.int(1, 20) : chance.int(120, 700);
      const soon = chance.int(10, 85);
      const batch = (serial: number, inDays: number): DemoBatch => ({
        ...pricesOf(item),
        item,
        batch_no: `${item.code.slice(0, 3).toUpperCase()}${String(1_000 + nth * 3 + serial)}`,
        expiry_date: item.kind === "consumable" ? null : addDays(today, inDays),
        quantity:
          item.unit === "vial" || item.unit === "box" ? chance.int(3, 40) : chance.int(40, 600),
        supplier: supplierOf(item, nth),
        isRecalled: nth % 60 === 11,
        isOnShelf: chance.happens(0.7),
      });
      return nth % 4 === 2 ? [batch(0, days), batch(1, soon)] : [batch(0, days)];
    });
}
