/** A file as billing systems export it: two NPIs, dollars with their sign, days as Americans write them, lines that are wrong. */
export const MESSY_CLAIMS = {
  name: "october claims.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "Claim ID,Rendering NPI,Billing NPI,CPT/HCPCS,DOS,Qty,Paid,Payer",
      '1001,1000100010,1000100028,99213,10/1/2026,1,"$19.20",Valley Plan',
      '1002,1000100010,1000100028,99214,10/2/2026,1,"$52.00",Valley Plan',
      '1003,1000700140,1000100028,99213,10/2/2026,2,"$24.00",Valley Plan',
      '1004,1000700140,1000100028,99203,10/5/2026,1,"$75.70",Coast Plan',
      '1005,1000100010,1000100028,71045,10/6/2026,1,"$12.00",Coast Plan',
      '1006,1000700140,1000100028,36415,10/7/2026,1,"$3.00",Coast Plan',
      '1007,1000100010,1000100028,99999,10/8/2026,1,"$80.00",Coast Plan',
      '1008,1000700140,1000100028,80053,9/30/2026,1,"$9.10",Valley Plan',
      '1009,1000700140,1000100028,99214,9/28/2026,1,"$31.00",Valley Plan',
      '1010,1000100010,1000100028,99213,13/10/2026,1,"$27.54",Valley Plan',
      "",
    ].join("\r\n"),
  ),
} as const;
