using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, UseSynchronizationContext = false)]
public sealed class WhereverElse : Where;
