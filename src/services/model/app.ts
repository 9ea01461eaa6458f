export interface App {
  id: string;
  name?: string;
  bundleId?: string;
  sku?: string;
}
