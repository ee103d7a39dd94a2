import type { LabelLanguage, LabelMedia } from "#label/label.ts";

/** What a label printer speaks, and how fine its head is. */
export interface LabelPrinter {
  readonly language: LabelLanguage;
  readonly dpi: LabelMedia["dpi"];
}

/** A label printer as its makers sell it. */
export interface LabelModel extends LabelPrinter {
  /** The `model` of a registered device. */
  readonly id: string;
  readonly vendor: string;
  /** What is printed on the box. */
  readonly label: string;
  readonly driverProfile: "tspl" | "epl" | "cpcl";
  /** Where its figures come from. */
  readonly source: string;
}

type Row = readonly [id: string, vendor: string, label: string, dpi: LabelMedia["dpi"]];

const tscReference =
  "TSC data sheets: TSPL-EZ or TSPL2, 8 dots/mm (203 dpi) or 12 dots/mm (300 dpi)";
const tvsReference = "TVS Electronics data sheets: TSPL emulation, 203 dpi";
const xprinterReference = "Xprinter data sheets: TSPL, 203 dpi";
const zebraReference = "Zebra data sheets: EPL2 page mode, 203 or 300 dpi";
const cpclReference = "Zebra data sheets: CPCL, 8 dots/mm (203 dpi)";
const anyOther = "no model of its own: the language and the head as somebody has read them off it";

const tsplRows: readonly (readonly [source: string, ...Row])[] = [
  [tscReference, "tsc_te200", "TSC", "TE200", 203],
  [tscReference, "tsc_te210", "TSC", "TE210", 203],
  [tscReference, "tsc_te300", "TSC", "TE300", 300],
  [tscReference, "tsc_te310", "TSC", "TE310", 300],
  [tscReference, "tsc_ttp_244_pro", "TSC", "TTP-244 Pro", 203],
  [tscReference, "tsc_ttp_345", "TSC", "TTP-345", 300],
  [tscReference, "tsc_da210", "TSC", "DA210", 203],
  [tscReference, "tsc_da310", "TSC", "DA310", 300],
  [tvsReference, "tvs_lp_46_neo", "TVS", "LP 46 Neo", 203],
  [xprinterReference, "xprinter_xp_420b", "Xprinter", "XP-420B", 203],
  [anyOther, "tspl_300", "Other", "TSPL printer, 300 dpi", 300],
];

const eplRows: readonly (readonly [source: string, ...Row])[] = [
  [zebraReference, "zebra_lp_2844", "Zebra", "LP 2844", 203],
  [zebraReference, "zebra_tlp_2844", "Zebra", "TLP 2844", 203],
  [zebraReference, "zebra_lp_2824", "Zebra", "LP 2824", 203],
  [zebraReference, "zebra_gc420d", "Zebra", "GC420d", 203],
  [zebraReference, "zebra_tlp_3844_z", "Zebra", "TLP 3844-Z", 300],
  [anyOther, "epl_300", "Other", "EPL printer, 300 dpi", 300],
];

// Belt printers; the desktop ones of these makers speak ZPL or TSPL.
const cpclRows: readonly (readonly [source: string, ...Row])[] = [
  [cpclReference, "zebra_zq320", "Zebra", "ZQ320", 203],
  [cpclReference, "zebra_zq520", "Zebra", "ZQ520", 203],
  [cpclReference, "zebra_qln320", "Zebra", "QLn320", 203],
  [cpclReference, "zebra_imz320", "Zebra", "iMZ320", 203],
];

function modelsOf(
  language: "tspl" | "epl" | "cpcl",
  rows: readonly (readonly [source: string, ...Row])[],
): readonly LabelModel[] {
  return rows.map(([source, id, vendor, label, dpi]) => ({
    id,
    vendor,
    label,
    language,
    driverProfile: language,
    dpi,
    source,
  }));
}

/** The label printers whose language does not say how fine their head is; ZPL's driver profiles do. */
export const labelModels: readonly LabelModel[] = [
  ...modelsOf("tspl", tsplRows),
  ...modelsOf("epl", eplRows),
  ...modelsOf("cpcl", cpclRows),
];

/**
 * How a label printer of that driver profile is written to, or null for a profile of other printers. A TSPL, EPL or
 * CPCL printer of a model that is not known has a head of 203 dpi, as most have.
 */
export function labelPrinterOf(driverProfile: string, model: string | null): LabelPrinter | null {
  switch (driverProfile) {
    case "zpl_203":
      return { language: "zpl", dpi: 203 };
    case "zpl_300":
      return { language: "zpl", dpi: 300 };
    case "tspl":
    case "epl":
    case "cpcl": {
      const known = labelModels.find(
        ({ id, driverProfile: profile }) => id === model && profile === driverProfile,
      );
      return { language: driverProfile, dpi: known?.dpi ?? 203 };
    }
    default:
      return null;
  }
}
