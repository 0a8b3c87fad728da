using System.Net.Sockets;
using SfPerf.Platform.Admission;
using SfPerf.ServiceModel.Hosting;

namespace SfPerf.Fabric.Wcf.Runtime;

/// <summary>Makes the WCF listeners of a service host admit whom the cluster admits.</summary>
/// <remarks>
/// WCF's framing has no place for a token. A holder of the token, whose user is another one, is let in where every
/// address of the process has a random part, which only the gateway tells: it knew the token there.
/// </remarks>
internal static class WcfAdmission
{
    private static volatile bool _hasKnownAddress;

    /// <summary>Judges the connections of this process from now on.</summary>
    /// <param name="isKnown">Whether a stranger may guess the address of the listener that is being made.</param>
    internal static void Apply(bool isKnown)
    {
        if (isKnown)
            _hasKnownAddress = true;
        ConnectionAdmission.Admits = Admits;
    }

    private static bool Admits(Socket socket)
    {
        var verdict = AdmissionPolicy.OfProcess.Judge(socket);
        if (verdict == Verdict.Admitted || (verdict == Verdict.NeedsToken && !_hasKnownAddress))
            return true;
        Refusals.OfProcess.Note($"WCF, {socket.LocalEndPoint}");
        return false;
    }
}
