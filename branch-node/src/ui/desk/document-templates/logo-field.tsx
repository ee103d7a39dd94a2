import { useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { readLogoFile, type LogoFault } from "./logo-file.ts";
import type { LookForm } from "./look-form.ts";
import { fieldTexts } from "./template-texts.ts";

interface LogoFieldProps {
  /** Base64; empty while none is chosen. */
  readonly logo: string;
  readonly onChange: (patch: Partial<LookForm>) => void;
}

/** A logo that is chosen from a file, and shown as it will be printed. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const say = useSay();
  const [fault, setFault] = useState<LogoFault | null>(null);
  const choose = async (file: File) => {
    const read = await readLogoFile(file);
    setFault("fault" in read ? read.fault : null);
    if ("png" in read) onChange({ logo_png: read.png });
  };
  return (
    <div className="field">
      <span className="field-label">{say(fieldTexts.logo_png)}</span>
      {logo === "" ? null : (
        <img
          className="look-logo"
          src={`data:image/png;base64,${logo}`}
          alt={say("look.logoShown")}
          data-testid="look-logo-shown"
        />
      )}
      {/* The browser's own words beside a file field are in the browser's language. */}
      <label className="button look-file">
        {say("look.logoChoose")}
        <input
          className="visually-hidden"
          type="file"
          accept="image/png"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file again, put right meanwhile, is another choice.
            target.value = "";
            if (file !== undefined) void choose(file);
          }}
          aria-describedby="look-logo-hint"
          aria-invalid={fault !== null}
          data-testid="look-logo_png"
        />
      </label>
      <span
        id="look-logo-hint"
        className={fault === null ? "field-hint" : "field-fault"}
        aria-live="polite"
      >
        {say(fault ?? "look.logoHint")}
      </span>
    </div>
  );
}
