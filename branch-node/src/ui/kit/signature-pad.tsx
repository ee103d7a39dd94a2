import { useRef, type PointerEvent } from "react";
import { Button } from "./button.tsx";

interface SignaturePadProps {
  readonly label: string;
  readonly hint: string;
  readonly clearLabel: string;
  /** What was drawn, as a picture; null where nothing stands there that could be a signature. */
  readonly onChange: (picture: Blob | null) => void;
  readonly fault?: string | undefined;
  readonly testName: string;
  readonly clearName: string;
}

const [width, height] = [900, 300];
const lineWidth = 4;
const pictureType = "image/png";
// A slip of the hand is no signature.
const shortestStroke = 60;

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOn({ currentTarget: pad }: PointerEvent<HTMLCanvasElement>, at: Place): Place {
  const { left, top, width: shownWidth, height: shownHeight } = pad.getBoundingClientRect();
  return { x: ((at.x - left) / shownWidth) * width, y: ((at.y - top) / shownHeight) * height };
}

/** A signature is dark on white whatever the page looks like: it is a paper. */
function emptied(pad: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const drawing = pad.getContext("2d");
  if (drawing === null) return null;
  drawing.fillStyle = "white";
  drawing.fillRect(0, 0, width, height);
  drawing.strokeStyle = "black";
  drawing.lineWidth = lineWidth;
  drawing.lineCap = "round";
  drawing.lineJoin = "round";
  return drawing;
}

/** What stands on the pad, at once: whoever saves with the next press saves what was signed. */
function pictureOf(pad: HTMLCanvasElement): Blob {
  const [, content = ""] = pad.toDataURL(pictureType).split(",");
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: pictureType });
}

function useDrawing(onChange: (picture: Blob | null) => void) {
  const pad = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<CanvasRenderingContext2D | null>(null);
  const last = useRef<Place | null>(null);
  const drawn = useRef(0);

  function draw(event: PointerEvent<HTMLCanvasElement>): void {
    const { current: from } = last;
    if (from === null || drawing.current === null) return;
    const to = placeOn(event, { x: event.clientX, y: event.clientY });
    drawing.current.beginPath();
    drawing.current.moveTo(from.x, from.y);
    drawing.current.lineTo(to.x, to.y);
    drawing.current.stroke();
    drawn.current += Math.hypot(to.x - from.x, to.y - from.y);
    last.current = to;
  }

  return {
    pad,
    begin: (event: PointerEvent<HTMLCanvasElement>): void => {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drawing.current ??= emptied(event.currentTarget);
      last.current = placeOn(event, { x: event.clientX, y: event.clientY });
    },
    draw,
    end: (event: PointerEvent<HTMLCanvasElement>): void => {
      if (last.current === null) return;
      draw(event);
      last.current = null;
      if (drawn.current < shortestStroke) return;
      onChange(pictureOf(event.currentTarget));
    },
    clear: (): void => {
      drawn.current = 0;
      if (pad.current !== null) drawing.current = emptied(pad.current);
      onChange(null);
    },
  };
}

/**
 * A place on which somebody signs with a finger, a pen or the mouse. Who cannot draw needs another way beside it: this one has
 * none by the keyboard.
 */
export function SignaturePad(props: SignaturePadProps) {
  const { label, hint, clearLabel, onChange, fault, testName, clearName } = props;
  const { pad, begin, draw, end, clear } = useDrawing(onChange);
  return (
    <div className="signature">
      <span className="field-label">{label}</span>
      <canvas
        ref={pad}
        className="signature-pad"
        width={width}
        height={height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is drawn on is no picture from elsewhere
        role="img"
        aria-label={`${label}. ${hint}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        data-testid={testName}
      />
      <div className="form-actions">
        <Button isSmall look="quiet" onPress={clear} testName={clearName}>
          {clearLabel}
        </Button>
        <span className="muted">{hint}</span>
      </div>
      {fault === undefined ? null : (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
