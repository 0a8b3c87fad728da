using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class WhereMultiple : Where;
