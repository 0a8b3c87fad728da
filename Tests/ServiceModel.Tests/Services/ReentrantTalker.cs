using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(ConcurrencyMode = ConcurrencyMode.Reentrant)]
public sealed class ReentrantTalker : Talker;
