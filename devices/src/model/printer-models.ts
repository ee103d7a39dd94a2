import { databaseRows, databaseSource, type DatabaseRow } from "./printer-database.ts";
import {
  epson80mm,
  escposCodes,
  generic112mm,
  generic58mm,
  generic80mm,
  pins76mm,
  type PaperCut,
  type PrinterProfile,
} from "#printer/profile.ts";

/** A printer as its makers sell it, with what the house needs to know of it. */
export interface PrinterModel extends PrinterProfile {
  /** The `model` of a registered device. */
  readonly id: string;
  readonly vendor: string;
  /** What is printed on the box. */
  readonly label: string;
  readonly driverProfile: "escpos_58" | "escpos_76" | "escpos_80" | "escpos_112";
  readonly hasCutter: boolean;
  readonly hasDrawer: boolean;
  /** Where its figures come from. */
  readonly source: string;
}

const epsonReference = "Epson ESC/POS command reference, model tables of GS ( H, GS L and DLE EOT";
const starReference = "Star printers in ESC/POS emulation; DLE EOT is answered, GS ( H is not";
const makersSheet = "the maker's data sheet; no acknowledgement is documented";

interface ModelFigures {
  readonly id: string;
  readonly vendor: string;
  readonly label: string;
  readonly dots: number;
  readonly columns: number;
  readonly acknowledges: boolean;
  readonly reportsStatus: boolean;
  readonly cutter: boolean;
  readonly drawer: boolean;
  readonly source: string;
}

type Row = readonly [
  id: string,
  label: string,
  dots: number,
  columns: number,
  cutter: boolean,
  drawer: boolean,
];

// TM-T88 prints 180 dots an inch, the T20 family 203: the same paper takes 42 characters or 48.
const epsonRows: readonly Row[] = [
  ["epson_tm_t88iv", "TM-T88IV", 512, 42, true, true],
  ["epson_tm_t88v", "TM-T88V", 512, 42, true, true],
  ["epson_tm_t88vi", "TM-T88VI", 512, 42, true, true],
  ["epson_tm_t88vii", "TM-T88VII", 512, 42, true, true],
  ["epson_tm_t20ii", "TM-T20II", 576, 48, true, true],
  ["epson_tm_t20iii", "TM-T20III", 576, 48, true, true],
  ["epson_tm_t81", "TM-T81", 576, 48, true, true],
  ["epson_tm_t81iii", "TM-T81III", 576, 48, true, true],
  ["epson_tm_t82", "TM-T82", 576, 48, true, true],
  ["epson_tm_t82x", "TM-T82X", 576, 48, true, true],
  ["epson_tm_t82iii", "TM-T82III", 576, 48, true, true],
  ["epson_tm_m30", "TM-m30", 576, 48, true, true],
  ["epson_tm_m30ii", "TM-m30II", 576, 48, true, true],
];

const pinReference =
  "Epson TM-U220 technical reference: 400 half dots, DLE EOT and ASB, no GS ( H; type D has no cutter";

// They tell their paper, and acknowledge nothing.
const pinRows: readonly Row[] = [
  ["epson_tm_u220a", "TM-U220A (dot matrix, journal)", 400, 33, true, true],
  ["epson_tm_u220b", "TM-U220B (dot matrix, cutter)", 400, 33, true, true],
  ["epson_tm_u220d", "TM-U220D (dot matrix, torn off)", 400, 33, false, true],
];

const starRows: readonly Row[] = [
  ["star_tsp143iv", "TSP143IV", 576, 48, true, true],
  ["star_tsp654ii", "TSP654II", 576, 48, true, true],
  ["star_mc_print3", "mC-Print3", 576, 48, true, true],
  ["star_mc_print2", "mC-Print2", 384, 32, true, true],
  ["star_tsp847ii", "TSP847II (112 mm)", 832, 69, true, true],
];

const starModeReference =
  "Star Line Mode command specification: automatic status with the ETB counter, raster mode";

// The same printers set to their own mode: there they say when a slip is done.
const starModeRows: readonly Row[] = [
  ["star_tsp654ii_line_mode", "TSP654II in Star Line Mode", 576, 48, true, true],
  ["star_tsp743ii_line_mode", "TSP743II in Star Line Mode", 576, 48, true, true],
];

const starPrntReference =
  "StarPRNT command specification: ESC GS S, and the status and ETB counter of Line Mode";

const starPrntRows: readonly Row[] = [
  ["star_mc_print3_starprnt", "mC-Print3 in StarPRNT", 576, 48, true, true],
  ["star_mc_print2_starprnt", "mC-Print2 in StarPRNT", 384, 32, true, true],
  ["star_tsp143iv_starprnt", "TSP143IV in StarPRNT", 576, 48, true, true],
];

const otherRows: readonly (readonly [vendor: string, ...Row])[] = [
  ["Bixolon", "bixolon_srp_350iii", "SRP-350III", 512, 42, true, true],
  ["Citizen", "citizen_ct_s310ii", "CT-S310II", 576, 48, true, true],
  ["TVS", "tvs_rp_3200", "RP 3200", 576, 48, true, true],
  ["Xprinter", "xprinter_xp_80", "XP-80", 576, 48, true, true],
  ["Xprinter", "xprinter_xp_58", "XP-58", 384, 32, false, true],
];

function figuresOf(
  vendor: string,
  [id, label, dots, columns, cutter, drawer]: Row,
): Omit<ModelFigures, "acknowledges" | "reportsStatus" | "source"> {
  return { id, vendor, label, dots, columns, cutter, drawer };
}

function driverOf(dots: number): PrinterModel["driverProfile"] {
  if (dots === pins76mm.widthDots) return "escpos_76";
  if (dots > 640) return "escpos_112";
  return dots < 500 ? "escpos_58" : "escpos_80";
}

// The blades of receipt printers leave a point in the middle, so that no slip falls to the floor.
function cutOf({ cutter }: ModelFigures): PaperCut {
  return cutter ? { mode: "partial" } : { mode: "none", feedLines: 4 };
}

function modelOf(figures: ModelFigures): PrinterModel {
  const { id, vendor, label, dots, columns, source } = figures;
  return {
    ...generic80mm,
    id,
    name: id,
    vendor,
    label,
    driverProfile: driverOf(dots),
    cut: cutOf(figures),
    widthDots: dots,
    columns,
    // Epson's all have page 19; of others it is not documented for each.
    codePage: figures.vendor === "Epson" ? "pc858" : "pc437",
    hasProcessId: figures.acknowledges,
    hasRealtimeStatus: figures.reportsStatus,
    hasCutter: figures.cutter,
    hasDrawer: figures.drawer,
    source,
  };
}

// Its own question and its own acknowledgement stand in for those of ESC/POS.
function inOwnMode(row: Row, source: string): PrinterModel {
  const figures = { ...figuresOf("Star", row), acknowledges: false, reportsStatus: false, source };
  return { ...modelOf(figures), language: "star", codes: [] };
}

function fromDatabase(row: DatabaseRow): PrinterModel {
  const [id, vendor, label, dots, columns, cut, codePage, drawsQr] = row;
  const hasCutter = cut !== "none";
  const said = { acknowledges: false, reportsStatus: false, source: databaseSource };
  const model = modelOf({
    id,
    vendor,
    label,
    dots,
    columns,
    cutter: hasCutter,
    drawer: true,
    ...said,
  });
  return {
    ...model,
    codePage,
    ...(hasCutter ? { cut: { mode: cut } } : {}),
    ...(drawsQr ? {} : { codes: escposCodes.filter((code) => code !== "qr") }),
  };
}

/** The models whose figures we know; any other is printed on by its driver profile alone. */
export const printerModels: readonly PrinterModel[] = [
  ...epsonRows.map((row) =>
    modelOf({
      ...figuresOf("Epson", row),
      acknowledges: true,
      reportsStatus: true,
      source: epsonReference,
    }),
  ),
  ...pinRows.map((row): PrinterModel => {
    const known = { acknowledges: false, reportsStatus: true, source: pinReference };
    const model = modelOf({ ...figuresOf("Epson", row), ...known });
    return { ...model, head: "pins", codes: [] };
  }),
  ...starRows.map((row) =>
    modelOf({
      ...figuresOf("Star", row),
      acknowledges: false,
      reportsStatus: true,
      source: starReference,
    }),
  ),
  ...starModeRows.map((row) => inOwnMode(row, starModeReference)),
  ...starPrntRows.map((row): PrinterModel => ({
    ...inOwnMode(row, starPrntReference),
    starPictures: "starprnt",
  })),
  ...otherRows.map(([vendor, ...row]) =>
    modelOf({
      ...figuresOf(vendor, row),
      acknowledges: false,
      reportsStatus: false,
      source: makersSheet,
    }),
  ),
  ...databaseRows.map(fromDatabase),
];

const plainProfiles: ReadonlyMap<string, PrinterProfile> = new Map([
  ["escpos_58", generic58mm],
  ["escpos_76", pins76mm],
  ["escpos_112", generic112mm],
  ["virtual", epson80mm],
]);

/**
 * What can be asked of a printer: what its model can, else what every printer of its profile can, which is to take bytes
 * and say nothing. Our own virtual printer is as able as an Epson.
 */
export function printerProfileOf(driverProfile: string, model: string | null): PrinterProfile {
  const known = printerModels.find(({ id }) => id === model);
  if (known !== undefined) return known;
  return plainProfiles.get(driverProfile) ?? generic80mm;
}
