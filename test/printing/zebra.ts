import { ready } from "zpl-renderer-js";

/** A label as another reader of ZPL draws it: not ours, so that what ours and our builder get wrong alike is seen. */
export async function drawnByAnother(
  zpl: Uint8Array,
  size: { readonly widthMm: number; readonly heightMm: number; readonly dpi: 203 | 300 },
): Promise<Buffer> {
  const { api } = await ready;
  const text = Buffer.from(zpl).toString("utf8");
  // It takes whole dots a millimetre: 12 is what it calls a head of 300 dpi.
  const dotsPerMm = size.dpi === 203 ? 8 : 12;
  const png = await api.zplToBase64Async(text, size.widthMm, size.heightMm, dotsPerMm);
  return Buffer.from(png, "base64");
}
