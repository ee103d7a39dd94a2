/** The handles of what shows who somebody is: a patient's photo, and the PIN of whoever is at the desk. */
export const personTestNames = {
  patientFace: "patient-face",
  takePhoto: "take-photo",
  shootPhoto: "shoot-photo",
  photoFile: "photo-file",
  removePhoto: "remove-photo",
  setOwnPin: "set-own-pin",
  ownPassword: "own-password",
  ownPin: "own-pin",
  saveOwnPin: "save-own-pin",
} as const;
