import { useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { firstLook, larger, smaller, turned } from "./picture-look.ts";

interface PictureViewProps {
  readonly address: string;
  readonly title: string;
}

/** A picture as somebody wants to look at it: larger, smaller, turned. What is larger than its place is scrolled there. */
export function PictureView({ address, title }: PictureViewProps) {
  const say = useSay();
  const [look, setLook] = useState(firstLook);
  const { size, turn } = look;
  // None is switched off where it goes no further: whoever has pressed it would lose their place, and Escape its hearer.
  return (
    <div className="picture-view">
      <div className="form-actions">
        <Button isSmall onPress={() => setLook(larger)} testName={testNames.pictureLarger}>
          {say("picture.larger")}
        </Button>
        <Button isSmall onPress={() => setLook(smaller)} testName={testNames.pictureSmaller}>
          {say("picture.smaller")}
        </Button>
        <Button isSmall onPress={() => setLook(turned)} testName={testNames.pictureTurn}>
          {say("picture.turn")}
        </Button>
        <output className="muted" data-testid={testNames.pictureLook}>
          {say("picture.look", { percent: size * 100, degrees: turn })}
        </output>
      </div>
      {/* Left to right in every language: it is scrolled from where the picture begins. */}
      <section
        className="picture-stage"
        dir="ltr"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus
        tabIndex={0}
      >
        <img
          className={`document-picture picture-size-${size} picture-turn-${turn}`}
          src={address}
          alt={title}
          data-testid={testNames.documentPicture}
        />
      </section>
    </div>
  );
}
