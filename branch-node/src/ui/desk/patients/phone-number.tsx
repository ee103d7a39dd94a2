import { phoneText } from "./phone-text.ts";

/** A telephone number, from left to right on every page: its plus sign and groups would change places otherwise. */
export function PhoneNumber({ phone }: { readonly phone: string }) {
  return <bdi dir="ltr">{phoneText(phone)}</bdi>;
}
