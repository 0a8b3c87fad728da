using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[CallbackBehavior(ConcurrencyMode = ConcurrencyMode.Multiple, UseSynchronizationContext = false)]
public sealed class WhereverListener : WhereListener;
