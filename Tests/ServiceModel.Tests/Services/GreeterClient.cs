using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class GreeterClient(Binding binding, EndpointAddress address) : ClientBase<IGreeter>(binding, address)
{
    public string Greet(string name) => Channel.Greet(name);
}
