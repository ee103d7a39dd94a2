import { useState, type FormEvent } from "react";

/** A reason that a form asks for: nothing is sent without one. @param onSend takes it, without what surrounds it */
export function useAskedReason(onSend: (reason: string) => void) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  return {
    reason,
    isMissing,
    onChange: (next: string): void => {
      setReason(next);
      setMissing(false);
    },
    onSubmit: (event: FormEvent): void => {
      event.preventDefault();
      const why = reason.trim();
      setMissing(why === "");
      if (why !== "") onSend(why);
    },
  };
}
