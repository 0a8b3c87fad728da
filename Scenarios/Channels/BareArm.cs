using System.Net;
using SfPerf.Scenarios.Bare;

namespace SfPerf.Scenarios.Channels;

/// <summary>The floor: a bare echo, over a socket kept or connected for each call.</summary>
internal sealed class BareArm(EndPoint address, bool kept)
    : ChannelArm(kept ? ArmNames.BareKept : ArmNames.BarePerCall)
{
    private BareClient? _client;

    public override void Begin()
    {
        if (kept)
            _client = new BareClient(address);
        Call();
    }

    public override void Call()
    {
        if (_client is not null)
        {
            _client.Echo();
            return;
        }

        using var once = new BareClient(address);
        once.Echo();
    }

    public override void End() => Dispose();

    public override void Dispose()
    {
        _client?.Dispose();
        _client = null;
    }
}
