CREATE TABLE radiology_studies (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  updated_by TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  origin_node_id TEXT COLLATE "C" NOT NULL,
  hlc TEXT COLLATE "C" NOT NULL,
  stamps JSONB NOT NULL,
  metadata JSONB NOT NULL,
  unknown_fields JSONB NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  encounter_id TEXT COLLATE "C",
  ordered_by TEXT COLLATE "C" NOT NULL,
  accession_no TEXT COLLATE "C" NOT NULL,
  study_instance_uid TEXT COLLATE "C",
  modality TEXT COLLATE "C" NOT NULL,
  body_site TEXT COLLATE "C" NOT NULL,
  laterality TEXT COLLATE "C",
  procedure_code TEXT COLLATE "C",
  contrast BOOLEAN NOT NULL,
  contrast_allergy_checked BOOLEAN NOT NULL,
  renal_function TEXT COLLATE "C",
  pregnancy_status TEXT COLLATE "C",
  pndt_form_f BOOLEAN NOT NULL,
  priority TEXT COLLATE "C" NOT NULL,
  clinical_notes TEXT COLLATE "C",
  diagnosis_code TEXT COLLATE "C",
  scheduled_at TEXT COLLATE "C",
  room_id TEXT COLLATE "C",
  radiation_dose JSONB,
  series_count BIGINT,
  image_count BIGINT,
  report JSONB,
  past_reports JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  ordered_at TEXT COLLATE "C",
  acquired_at TEXT COLLATE "C",
  work_order TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
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
-- next statement
ALTER TABLE radiology_studies ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE radiology_studies FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON radiology_studies FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON radiology_studies AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON radiology_studies TO edgeward_app
