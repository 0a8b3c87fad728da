using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Concurrency;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Multiple)]
internal sealed class MultipleService : WorkService;
