/** Facilities of the registry, as the calculators' rates need them. */
export const REGISTRY = {
  "fl/providers.csv": [
    "npi,state_provider_id,provider_name,provider_type,fl_provider_type_code",
    "1000800015,010100100,Heron General Hospital,HOSPITAL,01",
    "1000800023,010200200,Pelican Children's Hospital,HOSPITAL,01",
    ",010300300,Egret Rural Hospital,HOSPITAL,01",
    ",065500100,Ibis Surgery Center,ASC,06",
    "",
  ].join("\n"),
} as const;
