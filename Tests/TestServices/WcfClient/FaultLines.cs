using System;
using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using SfPerf.ServiceModel.Tests.Services;

namespace SfPerf.Tests.WcfClient;

/// <summary>What a client sees of each kind of fault, a line each. Also compiled into the tests, against our library:
/// both must print the same.</summary>
internal static class FaultLines
{
    internal static IEnumerable<string> Of(Binding binding, EndpointAddress address)
    {
        foreach (var kind in new[] { "typed", "plain", "other" })
            yield return Line(kind, () => Channel<IGreeter>(binding, address).Fail(kind));
        yield return Line("quota", () => Channel<IGreeter>(binding, address).Greet(new string('x', 20_000)));
        yield return Line("body", () => Channel<IWrongGreeter>(binding, address).Add("no number"));
        yield return Line("action", () => Channel<IOther>(binding, address).Other());
    }

    private static T Channel<T>(Binding binding, EndpointAddress address) =>
        new ChannelFactory<T>(binding, address).CreateChannel();

    private static string Line(string what, Action call)
    {
        try
        {
            call();
            return $"{what}: none";
        }
        catch (FaultException e)
        {
            return $"{what}: {e.GetType().Name} {e.Action ?? "no action"} {Text(e.Code)} {Text(e.Code.SubCode)}";
        }
        catch (CommunicationException e)
        {
            return $"{what}: {e.GetType().Name}";
        }
    }

    private static string Text(FaultCode? code) => code is null ? "no code" : $"{{{code.Namespace}}}{code.Name}";
}
