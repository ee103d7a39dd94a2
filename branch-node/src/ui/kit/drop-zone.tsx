import type { ReactNode } from "react";
import { DropZone, type DropZoneProps } from "react-aria-components/DropZone";

interface FileDropProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
  readonly testName?: string;
}

type Drop = Parameters<NonNullable<DropZoneProps["onDrop"]>>[0];

async function droppedFile({ items }: Drop): Promise<File | null> {
  const item = items.find(({ kind }) => kind === "file");
  return item?.kind === "file" ? item.getFile() : null;
}

/** A place on which a file can be dropped, or pasted by the keyboard, around the other ways to choose one. */
export function FileDrop({ label, onFile, children, testName }: FileDropProps) {
  const take = (file: File | null) => {
    if (file !== null) onFile(file);
  };
  return (
    <DropZone
      className="file-drop"
      aria-label={label}
      onDrop={(event) => void droppedFile(event).then(take)}
      data-testid={testName}
    >
      {children}
    </DropZone>
  );
}
