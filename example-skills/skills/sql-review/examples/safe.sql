-- The same wishes, made so that nobody waits and the old code keeps working. Each part is a release of its own.
SET lock_timeout = '3s';

-- Part 1: a new column that may be empty, and a check that holds for new rows only.
ALTER TABLE orders ADD COLUMN currency text;
ALTER TABLE orders ADD CONSTRAINT orders_currency_set CHECK (currency IS NOT NULL) NOT VALID;
ALTER TABLE orders
    ADD CONSTRAINT orders_customer_fk FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;

-- Part 2: outside any transaction, repeated by a job until it changes no row.
UPDATE orders SET currency = 'EUR'
WHERE id IN (SELECT id FROM orders WHERE currency IS NULL ORDER BY id LIMIT 1000);

-- Part 3: prove what is now true, without stopping anyone.
ALTER TABLE orders VALIDATE CONSTRAINT orders_currency_set;
ALTER TABLE orders VALIDATE CONSTRAINT orders_customer_fk;
CREATE INDEX CONCURRENTLY orders_currency ON orders (currency);

-- The new name beside the old one; the code writes both until nobody reads `mail` any more.
ALTER TABLE customers ADD COLUMN email text;
