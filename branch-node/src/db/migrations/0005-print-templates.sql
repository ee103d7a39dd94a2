CREATE TABLE print_templates (
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
  document_type TEXT NOT NULL,
  display_name TEXT,
  header_lines TEXT,
  footer_lines TEXT,
  extra_lines TEXT,
  logo_png TEXT,
  languages TEXT,
  numerals TEXT,
  page_size TEXT,
  label_size TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX print_templates_by_created ON print_templates (tenant_id, created_at, id)
