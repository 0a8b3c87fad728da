using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class TalkerClient(InstanceContext callbacks, Binding binding, EndpointAddress address)
    : DuplexClientBase<ITalker>(callbacks, binding, address)
{
    public string Ask(string text) => Channel.Ask(text);
}
