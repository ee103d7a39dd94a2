/** What went wrong, for every code with which a node refuses something. */
export const enFaults = {
  "fault.causeOfDeath": "The cause of death is needed, as an ICD-10 code from the list.",
  "fault.clearance": "This clearance is somebody else’s to give.",
  "fault.clearances": "Not everything is cleared yet.",
  "fault.implausible": "This value is hardly possible. Check it, and confirm it if it is right.",
  "fault.mlcNo": "Give the number of the medico-legal case.",
  "fault.needsReason": "Say why in a few words.",
  "fault.phoneNumber": "This is no phone number. Check its digits.",
  "fault.prescriber":
    "The doctor’s registration is missing or has run out. Nothing can be prescribed with it.",
  "fault.summaryDiagnosis":
    "Write down a diagnosis in the visit first: the summary begins with it.",
  "fault.specimen": "This specimen belongs to another patient or order. Check the label.",
  "fault.needsVitals": "Vital signs are needed for levels 2 to 5.",
  "fault.overrideReason": "The answers lead to another level. Say why in ten letters or more.",
  "fault.visitStatus":
    "The visit cannot be changed to this state yet: its triage or its stay is still open.",
  "fault.atHub": "This can only be done at the hub.",
  "fault.balance": "There is not enough left for this.",
  "fault.cardNumber": "A card or Aadhaar number must not stand here. Remove it.",
  "fault.duplicate": "Another record already has this number.",
  "fault.duplicateAbha": "Another patient already has this ABHA number",
  "fault.field": "This is not accepted. Check it.",
  "fault.fields": "Something here is not accepted. Check what you typed.",
  "fault.forbidden": "Your role does not allow this.",
  "fault.inProgress": "This is being saved already. Wait a moment.",
  "fault.internal":
    "Something went wrong in the branch node. Try again; if it stays, call support.",
  "fault.invalidTransition": "Somebody has changed this already. The list has been renewed.",
  "fault.keyReused":
    "An earlier attempt may have been saved. Look whether it stands there before you save again.",
  "fault.needsDoctor": "A doctor has to be named for this visit.",
  "fault.needsTriage": "Triage comes before this emergency visit begins, or a reason why not.",
  "fault.notFound": "This record is not here.",
  "fault.notPrintable": "This cannot be printed as it is.",
  "fault.other": "This could not be done. If it stays so, tell support this number: {request}",
  "fault.ownedByBranch": "This belongs to another branch and can only be changed there.",
  "fault.pastDay": "This day is over. Choose today or later.",
  "fault.patientMerged": "This record was merged into another one. Open that one.",
  "fault.primary": "Exactly one diagnosis has to be the primary one.",
  "fault.reference": "Something that this refers to cannot be used any more. Open the page again.",
  "fault.session": "Your session has ended. Sign in again.",
  "fault.slotUnavailable": "This time has just been taken.",
  "fault.bedUnavailable": "This bed is not free any more. Choose another one.",
  "fault.alreadyAdmitted": "This patient has an admission that is not over.",
  "fault.consentWithheld": "The patient has not agreed to this, or has withdrawn the consent.",
  "fault.fileType":
    "This file is not what its name says, or of a kind that is not kept. Choose a PDF, a picture, an office file or a film.",
  "fault.pictureSize": "This picture is too large. Scan it with fewer dots.",
  "fault.tooLarge": "This is too large to be saved.",
  "fault.tooLong": "This text is not accepted. Shorten it or remove unusual characters.",
  "fault.tooOften": "Too many attempts. Wait a moment and try again.",
  "fault.unreachable":
    "The branch node does not answer. Nothing you typed is lost; try again when it is back.",
  "fault.versionConflict": "Somebody changed this at the same time. Check it and save again.",
  "fault.wrongCode":
    "One of the diagnosis codes is not an ICD-10 code. Remove it and choose from the list.",
} as const;
