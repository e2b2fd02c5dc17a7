// The shapes of /api/v1/openapi.json, for checking the scripts (tsc --allowJs --checkJs). No browser loads this file.

export type Scalar = string | number | boolean | null;
/** A condition on one column, in one of the two forms that the pages use. */
export interface Choice { from?: Scalar; to?: Scalar; in?: Scalar[]; missing?: boolean }
export type Where = Record<string, Choice>;

export interface Label { label: string; from: number; to: number }
export interface Level { values: number; labels?: Label[] }
export interface Column {
    name: string;
    kind: 'number' | 'text' | 'date' | 'timestamp' | 'boolean';
    values: number;
    first: string;
    last: string;
    missing?: boolean;
    levels: Level[];
}
/** What was granted for answers with noise. */
export interface Budget { unit: 'epsilon' | 'rho'; granted: string; spent: string; left: string; closed: boolean }
export interface StatDb {
    name: string;
    m: number | null;
    records: number | null;
    frameworks: string[];
    budget: Budget | null;
    quasi_identifiers: Column[];
    sensitive: Column;
}
export interface Schema { user: string; role: string; tokens: boolean; statdbs: StatDb[]; views: boolean }

export interface Bound { value: number; exact: string; shown: string }
export interface Interval { lower: Bound | null; upper: Bound | null; may_be_none?: boolean }
export interface Guarantee { m: number; framework: string; sure: boolean; confidence?: number; says: string; against: string }
export interface Promises { guarantee: Guarantee; note?: string; records: number; sql: string }
export interface CountAnswer extends Promises { sentence: string; lower: Bound; upper: Bound }
export interface TableRow { groups: (string | null)[]; values: Interval[] }
export interface TableAnswer extends Promises { groups: string[]; values: string[]; rows: TableRow[] }

export interface CountQuestion { statdb?: string; where: Where; framework?: string }
export interface GroupQuestion extends CountQuestion { by: string; level?: number }
export interface SqlQuestion { statdb?: string; sql: string; framework?: string }
export interface NoisyQuestion {
    statdb?: string;
    where: Where;
    by?: string;
    level?: number;
    measure: string;
    of?: string;
    lowest?: string;
    highest?: string;
    epsilon?: string;
    rho?: string;
    confidence: string;
}
export interface NoisyPrice { unit: string; cost: string; left: string; granted: string; again: boolean }
export interface NoisyValue { estimate: Bound; lower: Bound; upper: Bound }
export interface NoisyAnswer {
    groups: string[];
    values: string[];
    rows: { groups: (string | null)[]; values: NoisyValue[] }[];
    noise: string;
    confidence: string;
    price: NoisyPrice;
    says: string;
    against: string;
    notes: string[];
    sql: string;
}
/** The question of the count page, as its link has it. */
export interface Question { statdb: string; where: Where; by?: string; level?: number; framework?: string }

export interface ViewColumn { name: string; kind: 'number' | 'interval' | 'text' | 'boolean' }
export interface Grant { purpose: string; recipient: string }
export interface View { name: string; columns: ViewColumn[]; grants: Grant[] }
export interface ViewQuestion extends Grant { columns?: string[]; where?: Where; limit?: number; offset?: number }
export interface ViewRows { columns: ViewColumn[]; rows: Scalar[][]; more: boolean; sql?: string }

/** An answer that was kept, with its question in words and as a link. */
export interface Kept { answer: CountAnswer; words: string; statdb: string; link: string }
