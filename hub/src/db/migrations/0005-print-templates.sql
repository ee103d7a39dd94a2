CREATE TABLE print_templates (
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
  document_type TEXT COLLATE "C" NOT NULL,
  display_name TEXT COLLATE "C",
  header_lines JSONB,
  footer_lines JSONB,
  extra_lines JSONB,
  logo_png TEXT COLLATE "C",
  languages JSONB,
  numerals TEXT COLLATE "C",
  page_size TEXT COLLATE "C",
  label_size JSONB,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX print_templates_by_created ON print_templates (tenant_id, created_at, id)
-- next statement
ALTER TABLE print_templates ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE print_templates FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON print_templates FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON print_templates AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON print_templates TO edgeward_app
