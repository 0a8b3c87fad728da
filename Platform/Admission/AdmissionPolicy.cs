using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using SfPerf.Platform.Logging;

namespace SfPerf.Platform.Admission;

/// <summary>
/// Specifies who may connect to the listening sockets of a process: the user it runs as, root (which could read its
/// memory anyway), the users that were named, and whoever holds the token. Judged once a connection. Immutable.
/// </summary>
public sealed class AdmissionPolicy
{
    /// <summary>Names the variable that makes a process part of a cluster: its further users, by number, with commas.
    /// </summary>
    public const string UsersVariable = "SFPERF_ALLOWED_USERS";

    /// <summary>
    /// Names the variable with the path of the token's file: for a process of the cluster the token that it takes, for
    /// any other the one that it sends.
    /// </summary>
    public const string TokenFileVariable = "SFPERF_TOKEN_FILE";

    /// <summary>The name of the token's file in a cluster's data folder.</summary>
    public const string TokenFileName = "admission.token";

    /// <summary>The longest token, in bytes.</summary>
    public const int TokenBytesMax = 256;

    private readonly FrozenSet<uint> _users;
    private readonly byte[]? _token;
    private readonly Func<Socket, uint?> _ownerOf;

    /// <summary>Makes a policy.</summary>
    /// <param name="users">Who may connect besides this process's user and root.</param>
    /// <param name="token">Lets its holder in; null: nobody enters by a token.</param>
    public AdmissionPolicy(IEnumerable<uint> users, string? token)
        : this(users, token, PeerIdentity.OwnerOf)
    {
    }

    internal AdmissionPolicy(IEnumerable<uint> users, string? token, Func<Socket, uint?> ownerOf)
    {
        ArgumentNullException.ThrowIfNull(users);
        _users = users.Append(0u).Concat(Users.Current is { } own ? [own] : []).ToFrozenSet();
        _token = token is null ? null : Encoding.UTF8.GetBytes(token);
        _ownerOf = ownerOf;
    }

    /// <summary>
    /// Gets the policy that admits the process's own user and root where the system tells users apart, and everybody
    /// where it does not: for ports whose protocol asks for a proof of its own.
    /// </summary>
    public static AdmissionPolicy OwnUser { get; } = new([], token: null)
    {
        AdmitsUnknown = !OperatingSystem.IsLinux(),
    };

    /// <summary>
    /// Gets the policy that this process was started with. One that is no part of a cluster admits its own user where
    /// the system tells users apart, and everybody where it does not.
    /// </summary>
    public static AdmissionPolicy OfProcess { get; } = FromEnvironment(Environment.GetEnvironmentVariable);

    /// <summary>
    /// Gets the token that this process shows where it connects; null when it has none or needs none. A process of the
    /// cluster is known by its user on Linux, and does not hand the token to whoever took over a port. Reads the file
    /// each time: for each connection, not for each call.
    /// </summary>
    public static string? OwnToken => OwnTokenOf(Environment.GetEnvironmentVariable);

    /// <summary>Gets whether a peer that the system cannot name is admitted.</summary>
    public bool AdmitsUnknown { get; init; }

    /// <summary>Reads a token from its file.</summary>
    /// <exception cref="IOException">It is not there.</exception>
    /// <exception cref="UnauthorizedAccessException">It is not this user's.</exception>
    /// <exception cref="InvalidDataException">It holds no token.</exception>
    public static string ReadToken(string path)
    {
        var token = File.ReadAllText(path).Trim();
        return token.Length is > 0 and <= TokenBytesMax && token.All(char.IsAsciiLetterOrDigit) ? token
            : throw new InvalidDataException($"'{path}' holds no token.");
    }

    /// <summary>
    /// Lets this process show the token of its own user's cluster, where the system does not tell users apart.
    /// </summary>
    /// <param name="dataFolder">The cluster's folder.</param>
    public static void ShowTokenOf(string dataFolder)
    {
        var path = Path.Combine(dataFolder, TokenFileName);
        if (!OperatingSystem.IsLinux() && File.Exists(path))
            Environment.SetEnvironmentVariable(TokenFileVariable, path);
    }

    /// <summary>Judges a new connection by its peer's user.</summary>
    /// <param name="socket">An accepted socket.</param>
    public Verdict Judge(Socket socket) => _ownerOf(socket) switch
    {
        { } user when _users.Contains(user) => Verdict.Admitted,
        null when AdmitsUnknown => Verdict.Admitted,
        _ => _token is null ? Verdict.Refused : Verdict.NeedsToken,
    };

    /// <summary>Compares a token, in a time that does not tell how much of it is right.</summary>
    public bool Accepts(ReadOnlySpan<byte> token) =>
        _token is not null && CryptographicOperations.FixedTimeEquals(token, _token);

    /// <summary>Gets the variables that give a child process this policy.</summary>
    /// <param name="tokenFile">Where the token lies; null without one.</param>
    public IReadOnlyDictionary<string, string> Variables(string? tokenFile) => new Dictionary<string, string>
    {
        [UsersVariable] = string.Join(',', _users.Order()),
        [TokenFileVariable] = tokenFile ?? "",
    };

    internal static AdmissionPolicy FromEnvironment(Func<string, string?> variable)
    {
        if (variable(UsersVariable) is not { } users)
            return OwnUser;
        var file = variable(TokenFileVariable);
        return new(
            users.Split(',', StringSplitOptions.RemoveEmptyEntries)
                .Select(u => uint.Parse(u, NumberStyles.None, CultureInfo.InvariantCulture)),
            string.IsNullOrEmpty(file) ? null : ReadToken(file));
    }

    internal static string? OwnTokenOf(Func<string, string?> variable)
    {
        if (variable(TokenFileVariable) is not { Length: > 0 } file
            || (OperatingSystem.IsLinux() && variable(UsersVariable) is not null))
        {
            return null;
        }

        try
        {
            return ReadToken(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // Without it this process may still be known by its user; else the refusal follows.
            TokenUnread(EventLog.OfProcess, TokenFileVariable, e.Message);
            return null;
        }
    }

    private static void TokenUnread(EventLog log, string variable, string problem) =>
        log.Write(802, LogLevel.Warning, $"The token that {variable} names is not used. {problem}");
}
