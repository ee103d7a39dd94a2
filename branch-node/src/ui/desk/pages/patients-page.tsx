import { useNavigate, useSearch } from "@tanstack/react-router";
import { consentStatuses, genders } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePatientList } from "#ui/desk/data/queries.ts";
import { genderText } from "#ui/desk/patients/patient-facts.tsx";
import { readFilters, type PatientFilters } from "#ui/desk/search/patient-filters.ts";
import { PatientTable } from "#ui/desk/search/patient-table.tsx";
import { SavedSearches } from "#ui/desk/search/saved-searches.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";

interface FilterRowProps {
  readonly filters: PatientFilters;
  readonly onChange: (filters: Readonly<Record<string, unknown>>) => void;
}

function FilterRow({ filters, onChange }: FilterRowProps) {
  const say = useSay();
  const { q = "", gender = "", consent_status: consent = "", sort = "", unverified } = filters;
  const set = (patch: Readonly<Record<string, string>>) => onChange({ ...filters, ...patch });
  return (
    <div className="filter-row">
      <LineField
        label={say("patients.search")}
        value={q}
        onChange={(typed) => set({ q: typed })}
        testName={testNames.listSearch}
      />
      <ChoiceField
        label={say("register.gender")}
        value={gender}
        onChange={(chosen) => set({ gender: chosen })}
        options={genders.map((each) => ({ value: each, text: genderText(each, say) }))}
        empty={say("patients.all")}
        testName={testNames.listGender}
      />
      <ChoiceField
        label={say("patients.consent")}
        value={consent}
        onChange={(chosen) => set({ consent_status: chosen })}
        options={consentStatuses.map((each) => ({ value: each, text: say(`consent.${each}`) }))}
        empty={say("patients.all")}
        testName={testNames.listConsent}
      />
      <ChoiceField
        label={say("patients.identity")}
        value={unverified === true ? "true" : ""}
        onChange={(chosen) => set({ unverified: chosen })}
        options={[{ value: "true", text: say("attention.unverified") }]}
        empty={say("patients.all")}
        testName={testNames.listIdentity}
      />
      {q === "" ? (
        <ChoiceField
          label={say("patients.order")}
          value={sort}
          onChange={(chosen) => set({ sort: chosen })}
          options={[{ value: "name", text: say("patients.byName") }]}
          empty={say("patients.newest")}
          testName={testNames.listOrder}
        />
      ) : null}
    </div>
  );
}

function Found({ filters }: { readonly filters: PatientFilters }) {
  const say = useSay();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = usePatientList(filters);
  const pages = data?.pages.map((page) => page.data);
  return (
    <>
      <FaultNotice error={error} />
      {pages === undefined && error !== null ? null : (
        <Card isFlush>
          {pages === undefined ? (
            <Skeleton label={say("action.loading")} lines={8} />
          ) : (
            <PatientTable pages={pages} />
          )}
        </Card>
      )}
      {hasNextPage ? (
        <Button
          onPress={() => void fetchNextPage()}
          isDisabled={isFetchingNextPage}
          testName={testNames.listMore}
        >
          {say("patients.more")}
        </Button>
      ) : null}
    </>
  );
}

/** The patients of the clinic, by what is known of them; the address holds the filters, so that Back and a reload keep them. */
export function PatientsPage() {
  const say = useSay();
  const filters = useSearch({ from: "/patients" });
  const go = useNavigate({ from: "/patients" });
  return (
    <section className="page" aria-label={say("nav.patients")}>
      <PageHead title={say("nav.patients")}>
        <SavedSearches filters={filters} onChoose={(chosen) => void go({ search: chosen })} />
      </PageHead>
      <FilterRow
        filters={filters}
        onChange={(changed) => void go({ search: readFilters(changed), replace: true })}
      />
      <Found filters={filters} />
    </section>
  );
}
