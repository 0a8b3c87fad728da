using Xunit;

// A cluster waits more than it computes: two cores carry two of them at a time. On more cores the tests are the same.
[assembly: CollectionBehavior(MaxParallelThreads = 2)]
