import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";

/** One of several tabs. */
export interface TabItem {
  readonly id: string;
  readonly text: string;
  /** How many things stand under it. */
  readonly count?: number;
  /** Where the tab is an address of its own. */
  readonly href?: string;
  readonly testName?: string;
}

interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly chosen: string;
  readonly onChoose?: (id: string) => void;
  /** What stands at the end of the row of tabs. */
  readonly aside?: ReactNode;
  /** What stands under the chosen tab. */
  readonly children: ReactNode;
}

/** A row of tabs, arrow keys and all, and what stands under the chosen one. */
export function Tabs({ label, items, chosen, onChoose, aside, children }: TabsProps) {
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(key) => onChoose?.(String(key))}
      keyboardActivation="manual"
    >
      <div className="tabs-row">
        <TabList aria-label={label} className="tab-list">
          {items.map(({ id, text, count, href, testName }) => (
            <Tab
              key={id}
              id={id}
              className="tab"
              {...(href === undefined ? {} : { href })}
              data-testid={testName}
            >
              {text}
              {count === undefined ? null : <span className="tab-count">{count}</span>}
            </Tab>
          ))}
        </TabList>
        {aside}
      </div>
      {/* One panel for each: a panel that has stood keeps the name of the tab that it stood under first. */}
      <TabPanel key={chosen} id={chosen} className="tab-panel" shouldForceMount>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
