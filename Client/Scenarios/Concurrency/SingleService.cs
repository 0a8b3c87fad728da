using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Concurrency;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Single)]
internal sealed class SingleService : WorkService;
