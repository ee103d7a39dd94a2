/** Sentences about forms that are not finished, in English. */
export const enDrafts = {
  "draft.elsewhere":
    "You have changed this form on another screen as well. Until you choose, what you type here is not saved.",
  "draft.keepThis": "Keep what is here",
  "draft.kept": "Saved as a draft at {time}. You can go on with it at any desk of this branch.",
  "draft.offer":
    "You began to write here ({when}) and did not save it. Go on with that, or begin anew?",
  "draft.outdated":
    "Somebody has changed this visit since you began to write. Check before you save.",
  "draft.outdatedRecord":
    "What this form is about has changed since you began to write. Check before you save.",
  "draft.pending": "Not saved yet…",
  "draft.refused": "Not saved as a draft: {reason} What you typed is only in this window.",
  "draft.takeOther": "Use the other desk's",
  "draft.unreachable":
    "Not saved yet: the branch does not answer. What you typed is only in this window, so leave it open. It is saved by itself when the branch is back.",
  "drafts.admission": "You were admitting {name}",
  "drafts.admissionUnnamed": "You were admitting somebody, no patient chosen so far",
  "drafts.another": "Begin another",
  "drafts.consent": "You were noting a consent of {name}",
  "drafts.continue": "Continue",
  "drafts.count":
    "{count, plural, one {# form of yours is not finished.} other {# forms of yours are not finished.}}",
  "drafts.details": "You were correcting the details of {name}",
  "drafts.discard": "Discard",
  "drafts.discardSure": "Discard for good?",
  "drafts.discharge": "You were discharging {name}",
  "drafts.encounter": "You were writing the visit of {name}",
  "drafts.labResults": "You were entering results of {name}",
  "drafts.last": "Last typed {when}",
  "drafts.later": "Finish later",
  "drafts.lead":
    "What you began is kept here, for you alone, until you save or discard it. After a month without a change it is removed.",
  "drafts.letters": "You were writing a certificate or referral for {name}",
  "drafts.medicines": "You were prescribing medicines for {name}",
  "drafts.move": "You were moving {name} to another bed",
  "drafts.noStay": "Whoever this form is about lies in none of these beds any more.",
  "drafts.openPatient": "Open the patient",
  "drafts.panel": "Unfinished forms",
  "drafts.registration": "You were registering {name}",
  "drafts.registrationUnnamed": "You were registering somebody, without a name so far",
  "drafts.results": "You were ordering tests for {name}",
  "drafts.study": "You were ordering images for {name}",
  "drafts.studyUnnamed": "You were ordering images, no patient chosen so far",
  "drafts.title": "Not finished",
  "drafts.unknown": "A form that this desk cannot open",
  "drafts.vitals": "Vital signs of {name}, kept at the bedside",
  "signOut.anyway": "Sign out and lose it",
  "signOut.stay": "Stay here",
  "signOut.unsaved": "The branch does not answer, and what you typed is only in this window.",
  "signOut.unsavedTitle": "Not saved yet",
  "status.drafts": "{count, plural, one {# unfinished form} other {# unfinished forms}}",
} as const;
