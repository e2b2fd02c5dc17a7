select count(*) -- rows
from statdb /* all */ where Age is not null and (TRUE or Birth IS NULL) and 12 != Education and NOT NOT Age <= +60