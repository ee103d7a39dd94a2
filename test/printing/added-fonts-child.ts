// Says what of a text no font can draw, and how many dots it comes to: fonts are loaded once a process.
import { missingCharacters } from "@edgeward/devices/text/fonts.ts";
import { rasterizeText } from "@edgeward/devices/text/text-raster.ts";

const text = process.argv[2] ?? "";
const missing = missingCharacters(text);
const style = { sizeDots: 48, isBold: true, maxWidthDots: 576 };
const rasters = missing.length > 0 ? [] : rasterizeText(text, style);
const dots = rasters.flatMap(({ data }) => [...data]).filter((byte) => byte !== 0).length;
process.stdout.write(JSON.stringify({ missing, dots }));
