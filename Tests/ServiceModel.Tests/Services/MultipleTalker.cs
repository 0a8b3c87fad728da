using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class MultipleTalker : Talker;
