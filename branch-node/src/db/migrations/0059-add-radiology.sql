CREATE TABLE radiology_studies (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  origin_node_id TEXT NOT NULL,
  hlc TEXT NOT NULL,
  stamps TEXT NOT NULL,
  metadata TEXT NOT NULL,
  unknown_fields TEXT NOT NULL,
  patient_id TEXT NOT NULL,
  encounter_id TEXT,
  ordered_by TEXT NOT NULL,
  accession_no TEXT NOT NULL,
  study_instance_uid TEXT,
  modality TEXT NOT NULL,
  body_site TEXT NOT NULL,
  laterality TEXT,
  procedure_code TEXT,
  contrast INTEGER NOT NULL,
  contrast_allergy_checked INTEGER NOT NULL,
  renal_function TEXT,
  pregnancy_status TEXT,
  pndt_form_f INTEGER NOT NULL,
  priority TEXT NOT NULL,
  clinical_notes TEXT,
  diagnosis_code TEXT,
  scheduled_at TEXT,
  room_id TEXT,
  radiation_dose TEXT,
  series_count INTEGER,
  image_count INTEGER,
  report TEXT,
  past_reports TEXT NOT NULL,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  ordered_at TEXT,
  acquired_at TEXT,
  work_order TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX radiology_studies_by_created ON radiology_studies (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX radiology_studies_by_patient ON radiology_studies (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX radiology_studies_by_encounter ON radiology_studies (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX radiology_studies_by_number ON radiology_studies (tenant_id, accession_no)
-- next statement
CREATE INDEX radiology_studies_to_do ON radiology_studies (tenant_id, branch_id, work_order, id) WHERE status IN ('ordered', 'scheduled', 'in_progress', 'acquired', 'preliminary')
-- next statement
CREATE INDEX radiology_studies_by_status ON radiology_studies (tenant_id, branch_id, status, work_order, id)
-- next statement
CREATE INDEX radiology_studies_by_time ON radiology_studies (tenant_id, branch_id, scheduled_at, id)
